import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { AlertSilence } from '../../../contract/alert-silences.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
  raced,
} from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { createAlertRule } from '../rules/manage-alert-rules.ts';
import { findSilence } from './find-silence.ts';
import { createAlertSilence, listAlertSilences } from './manage-silences.ts';
import { alertSilenceRoutes } from './silence-routes.ts';

const PATH = '/api/v1/alert-silences';
const DAY = { kind: 'range', to: '2026-01-16T12:00:00Z' } as const;

function start(t: TestContext, access: AccessUnderTest) {
  const { call } = startAccess(t, access, { mount: (app) => alertSilenceRoutes(app, access) });
  const newRule = async (actor: Parameters<typeof createAlertRule>[1]) => {
    const nothing = () => Promise.resolve();
    const rules = { resetRule: nothing, resetGroup: nothing };
    const condition = { kind: 'threshold', op: '>', value: 1 } as const;
    const draft = { name: 'Errors', query: '*', condition };
    return (await createAlertRule({ ...access, plans: PLANS, ...rules }, actor, draft)).id;
  };
  return { call, newRule };
}

onBothStores('a silence is created, changed, listed and ended', async (t, access) => {
  const { call, newRule } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');
  const rule = await newRule(owner.actor);
  const at = access.clock.now();
  const subject = { rule: exampleRule({}, { id: rule }), group: null };

  const created = await call(`POST ${PATH}`, {
    as: owner,
    body: { name: ' Deploy ', match: { rules: [rule] }, times: DAY },
  });
  const { id } = created.body.data as AlertSilence;
  const found = await findSilence(access.metadata, organization, { ...subject, at });
  const after = { ...subject, at: at + DAY_MS };
  const over = await findSilence(access.metadata, organization, after);
  const changed = await call(`PATCH ${PATH}/${id}`, {
    as: owner,
    body: {
      version: 1,
      match: { tags: ['batch'] },
      times: { kind: 'weekly', days: ['sunday'], start: '02:30', end: '03:30' },
    },
  });
  const stale = await call(`PATCH ${PATH}/${id}`, { as: owner, body: { version: 1, name: 'x' } });
  const seen = await call(`GET ${PATH}/${id}`, { as: viewer });
  const list = await call(`GET ${PATH}`, { as: viewer });
  const ended = await call(`DELETE ${PATH}/${id}`, { as: owner });
  const gone = await call(`GET ${PATH}/${id}`, { as: owner });

  assert.equal(created.status, 201, created.text);
  assert.deepEqual(created.body.data, {
    id,
    name: 'Deploy',
    version: 1,
    match: { rules: [rule], tags: [], severities: [], group: {} },
    times: { kind: 'range', from: '2026-01-15T12:00:00.000Z', to: '2026-01-16T12:00:00.000Z' },
    active: true,
    until: '2026-01-16T12:00:00.000Z',
    createdBy: owner.email,
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
  });
  assert.deepEqual([found, over], [id, undefined]);
  const { match, times, active, until } = changed.body.data as AlertSilence;
  assert.deepEqual(match, { rules: [], tags: ['batch'], severities: [], group: {} });
  assert.deepEqual(times, {
    kind: 'weekly',
    days: ['sunday'],
    start: '02:30',
    end: '03:30',
    timeZone: 'UTC',
  });
  assert.deepEqual([active, until], [false, null]);
  assert.deepEqual([stale.status, stale.body.code], [409, 'CONFLICT']);
  assert.deepEqual(seen.body, changed.body);
  assert.deepEqual(list.body, { data: [changed.body.data], nextCursor: null });
  assert.equal(ended.status, 200);
  assert.deepEqual([gone.status, gone.body.code], [404, 'NOT_FOUND']);
  const told = (await access.auditOf(organization)).map(({ action }) => action).toSorted();
  const actions = told.filter((action) => action.startsWith('alert_silence.'));
  assert.deepEqual(actions, [
    'alert_silence.created',
    'alert_silence.ended',
    'alert_silence.updated',
  ]);
});

onBothStores(
  'of many requests for the last place one gets it; what is over takes none',
  async (t, access) => {
    const { call } = start(t, access);
    const { owner } = await access.newOrganization();
    const max = LIMITS.alerts.silencesMax;
    const create = (name: string) =>
      createAlertSilence(access, owner.actor, { name, match: {}, times: DAY });
    for (let i = 1; i < max; i++) await create(`silence ${i}`);

    const { done, codes } = await raced(3, (at) => create(`last ${at}`));
    access.clock.advance(DAY_MS);
    const later = await call(`POST ${PATH}`, {
      as: owner,
      body: { name: 'later', match: {}, times: { kind: 'range', to: '2026-01-17T00:00:00Z' } },
    });

    assert.equal(done.length, 1);
    assert.deepEqual(codes, ['PLAN_LIMIT_REACHED', 'PLAN_LIMIT_REACHED']);
    assert.equal(later.status, 201, later.text);
  },
);

test('the zone is that of the organization unless a silence names another', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  await call('PATCH /api/v1/organization', { as: owner, body: { timezone: 'Europe/Berlin' } });
  const times = { kind: 'weekly', days: ['monday'], start: '02:30', end: '03:30' };
  const zoneOf = async (more: object) => {
    const body = { name: 'n', match: {}, times: { ...times, ...more } };
    const answer = await call(`POST ${PATH}`, { as: owner, body });
    const silence = answer.body.data as AlertSilence | undefined;
    return silence?.times.kind === 'weekly'
      ? silence.times.timeZone
      : answer.body.details?.[0]?.path;
  };

  assert.equal(await zoneOf({}), 'Europe/Berlin');
  assert.equal(await zoneOf({ timeZone: 'asia/tokyo' }), 'Asia/Tokyo');
  assert.equal(await zoneOf({ timeZone: 'Mars/Olympus' }), 'times.timeZone');
  assert.equal(await zoneOf({ timeZone: '+01:00' }), 'times.timeZone');
});

test('what cannot hold is refused, both sides of every limit', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const { silenceMatchersMax, silenceMsMax, nameCharactersMax } = LIMITS.alerts;
  const now = access.clock.now();
  const until = (ms: number) => ({ kind: 'range', to: new Date(now + ms).toISOString() });
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);
  const fields = (count: number) => Object.fromEntries(tags(count).map((tag) => [tag, '*']));
  const weekly = { kind: 'weekly', days: ['monday'], start: '02:30', end: '03:30' };
  const cases: readonly [body: object, path: string | undefined][] = [
    [{ times: until(silenceMsMax) }, undefined],
    [{ times: until(silenceMsMax + 1) }, 'times.to'],
    [{ times: until(1) }, undefined],
    [{ times: until(0) }, 'times.to'],
    [
      { times: { kind: 'range', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' } },
      'times.to',
    ],
    [{ times: { kind: 'range', to: 'tomorrow' } }, 'times.to'],
    [{ times: { kind: 'range', to: '2026-01-16T12:00:00' } }, 'times.to'],
    [{ times: { ...weekly, days: [] } }, 'times.days'],
    [{ times: { ...weekly, days: ['monday', 'monday'] } }, 'times.days'],
    [{ times: { ...weekly, start: '24:00' } }, 'times.start'],
    [{ times: { ...weekly, start: '2:30' } }, 'times.start'],
    [{ match: { tags: tags(silenceMatchersMax) } }, undefined],
    [{ match: { tags: tags(silenceMatchersMax + 1) } }, 'match.tags'],
    [{ match: { group: fields(silenceMatchersMax) } }, undefined],
    [{ match: { group: fields(silenceMatchersMax + 1) } }, 'match.group'],
    [{ name: 'n'.repeat(nameCharactersMax) }, undefined],
    [{ name: 'n'.repeat(nameCharactersMax + 1) }, 'name'],
    [{ match: { severity: ['error'] } }, 'match.severity'],
  ];

  for (const [change, path] of cases) {
    const body = { name: 'n', match: {}, times: weekly, ...change };
    const answer = await call(`POST ${PATH}`, { as: owner, body });
    const seen = [answer.status, answer.body.details?.[0]?.path];
    assert.deepEqual(seen, [path === undefined ? 201 : 400, path], JSON.stringify(change));
  }
});

test('silences and rules of another organization are not found', async (t) => {
  const access = await openAccess(t);
  const { call, newRule } = start(t, access);
  const { owner } = await access.newOrganization();
  const { id: elsewhere, owner: other } = await access.newOrganization();
  const theirRule = await newRule(other.actor);
  const draft = { name: 'n', match: {}, times: DAY };
  const { id } = await createAlertSilence(access, other.actor, draft);
  const mine = await createAlertSilence(access, owner.actor, draft);

  const calls = [
    await call(`GET ${PATH}/${id}`, { as: owner }),
    await call(`PATCH ${PATH}/${id}`, { as: owner, body: { version: 1, name: 'mine' } }),
    await call(`DELETE ${PATH}/${id}`, { as: owner }),
    await call(`POST ${PATH}`, { as: owner, body: { ...draft, match: { rules: [theirRule] } } }),
    await call(`PATCH ${PATH}/${mine.id}`, {
      as: owner,
      body: { version: 1, match: { rules: [theirRule] } },
    }),
  ];

  for (const { status, body } of calls) assert.deepEqual([status, body.code], [404, 'NOT_FOUND']);
  const list = await call(`GET ${PATH}`, { as: owner });
  assert.deepEqual(
    (list.body.data as AlertSilence[]).map((each) => each.id),
    [mine.id],
  );
  const at = access.clock.now();
  const subject = { rule: exampleRule({}, { id: theirRule }), group: null, at };
  assert.equal(await findSilence(access.metadata, elsewhere, subject), id);
});

test('what was over for long is dropped with the next one', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const draft = { name: 'old', match: {}, times: DAY };
  await createAlertSilence(access, owner.actor, draft);
  const countAfter = async (ms: number) => {
    access.clock.advance(ms);
    await createAlertSilence(access, owner.actor, {
      ...draft,
      name: 'new',
      times: { kind: 'weekly', days: ['monday'], start: '02:30', end: '03:30' },
    });
    const page = { limit: 10, after: undefined };
    const { data } = await listAlertSilences(access, owner.actor, page);
    return data.filter(({ name }) => name === 'old').length;
  };

  assert.equal(await countAfter(DAY_MS + LIMITS.alerts.silenceMsMax), 1);
  access.clock.advance(1);
  assert.equal(await countAfter(0), 0);
});
