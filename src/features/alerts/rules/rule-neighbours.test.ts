import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertRule } from '../../../contract/alert-rules.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
} from '../../../../test/support/open-access.ts';
import { savedSearchesOf } from '../../../../test/support/saved-searches.ts';
import {
  A_RULE,
  RULES,
  startAlertRules,
} from '../../../../test/support/alerts/start-alert-rules.ts';

async function newChannel(access: AccessUnderTest, organization: string, id: string) {
  await access.metadata.db
    .insertInto('alert_channels')
    .values({
      id,
      organization_id: organization,
      name: id,
      kind: 'email',
      version: 1,
      settings: '{}',
      secret: null,
      previous_secret: null,
      previous_until: null,
      allows_samples: 0,
      disabled_at: null,
      disabled_reason: null,
      paused_until: null,
      failing_since: null,
      told_at: null,
      last_sent_at: null,
      last_error: null,
      created_by: 'ada@example.com',
      created_at: 0,
      updated_at: 0,
    })
    .execute();
}

onBothStores('what a rule names must be there, and be of its organization', async (t, access) => {
  const { call, create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const { id: elsewhere, owner: other } = await access.newOrganization();
  const searches = savedSearchesOf(access);
  const search = { name: 'Errors', query: 'level=error' };
  const mySearch = await searches.create(owner.actor, search);
  const theirSearch = await searches.create(other.actor, search);
  await newChannel(access, organization, 'chn_mine');
  await newChannel(access, elsewhere, 'chn_theirs');
  const theirs = await create(other);
  const first = await create(owner, { name: 'First' });
  const named = { channels: ['chn_mine', 'chn_owners'], mutedBy: [first.id] };

  const foreign = [
    { channels: ['chn_theirs'] },
    { channels: ['chn_mine', 'chn_nobody'] },
    { mutedBy: [theirs.id] },
    { query: null, savedSearch: theirSearch.id },
  ];
  for (const change of foreign) {
    const created = await call(`POST ${RULES}`, { as: owner, body: { ...A_RULE, ...change } });
    const changed = await call(`PATCH ${RULES}/${first.id}`, {
      as: owner,
      body: { version: 1, ...change },
    });
    const draft = { rule: { ...A_RULE, ...change } };
    const tried = await call(`POST ${RULES}/test`, { as: owner, body: draft });
    for (const { status, body } of [created, changed, tried]) {
      assert.deepEqual([status, body.code], [404, 'NOT_FOUND'], JSON.stringify(change));
    }
  }
  const itself = await call(`PATCH ${RULES}/${first.id}`, {
    as: owner,
    body: { version: 1, mutedBy: [first.id] },
  });
  const rule = await create(owner, { ...named, query: null, savedSearch: mySearch.id });

  assert.deepEqual([itself.status, itself.body.details?.[0]?.path], [400, 'mutedBy']);
  assert.deepEqual([rule.channels, rule.mutedBy], [named.channels, named.mutedBy]);
  assert.deepEqual([rule.query, rule.savedSearch], [null, mySearch.id]);
});

onBothStores('what a rule names may go later, and the rule stays', async (t, access) => {
  const { call, create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const searches = savedSearchesOf(access);
  const search = { name: 'Errors', query: 'level=error' };
  const { id: savedSearch } = await searches.create(owner.actor, search);
  await newChannel(access, organization, 'chn_mine');
  const first = await create(owner, { name: 'First' });
  const named = { channels: ['chn_mine'], mutedBy: [first.id] };
  const { id } = await create(owner, { ...named, query: null, savedSearch });

  await searches.remove(owner.actor, savedSearch);
  await access.metadata.db.deleteFrom('alert_channels').where('id', '=', 'chn_mine').execute();
  await call(`DELETE ${RULES}/${first.id}`, { as: owner });
  const renamed = await call(`PATCH ${RULES}/${id}`, {
    as: owner,
    body: { version: 1, name: 'Still there', ...named },
  });
  const again = await call(`PATCH ${RULES}/${id}`, {
    as: owner,
    body: { version: 2, channels: ['chn_mine'] },
  });
  const switched = await call(`PATCH ${RULES}/${id}`, {
    as: owner,
    body: { version: 2, query: 'level=fatal' },
  });

  const { name, channels, mutedBy } = renamed.body.data as AlertRule;
  assert.deepEqual([name, channels, mutedBy], ['Still there', [], []]);
  assert.equal((renamed.body.data as AlertRule).savedSearch, savedSearch);
  assert.equal(again.status, 404);
  const { query, savedSearch: left } = switched.body.data as AlertRule;
  assert.deepEqual([query, left], ['level=fatal', null]);
});

test('rules of another organization are not found, by any route', async (t) => {
  const access = await openAccess(t);
  const { call, create, resets } = startAlertRules(t, access);
  const { owner } = await access.newOrganization();
  const { id: elsewhere, owner: other } = await access.newOrganization();
  const rule = await create(other);
  const at = `${RULES}/${rule.id}`;
  const before = await access.auditOf(elsewhere);
  const routes: readonly [endpoint: string, body?: object][] = [
    [`GET ${at}`],
    [`PATCH ${at}`, { version: 1, name: 'mine' }],
    [`DELETE ${at}`],
    [`POST ${at}/enable`],
    [`POST ${at}/disable`],
    [`POST ${at}/snooze`, { seconds: 60 }],
    [`POST ${at}/test`, {}],
    [`GET ${at}/members`],
    [`DELETE ${at}/members/0123456789abcdef`],
  ];

  for (const [endpoint, body] of routes) {
    const call_ = { as: owner, ...(body === undefined ? {} : { body }) };
    const answer = await call(endpoint, call_);
    assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND'], endpoint);
  }
  assert.deepEqual((await call(`GET ${RULES}`, { as: owner })).body.data, []);
  assert.deepEqual((await call(`GET ${at}`, { as: other })).body.data, rule);
  assert.deepEqual(await access.auditOf(elsewhere), before);
  assert.deepEqual(resets, []);
});

test('a full-access key manages rules, a read-only one sees none, a Member deletes none', async (t) => {
  const access = await openAccess(t);
  const { call, create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const member = await access.join(organization, 'member');
  const viewer = await access.join(organization, 'viewer');
  const full = await access.newKey(owner, 'full-access');
  const readOnly = await access.newKey(owner);
  const token = await access.newToken(owner);
  const mine = await create(member, { name: 'Mine' });

  const made = await call(`POST ${RULES}`, { as: full, body: A_RULE });
  const { id, createdBy } = made.body.data as AlertRule;
  const keys = await call('GET /api/v1/api-keys', { as: owner });
  const ids = (keys.body.data as { id: string; scope: string }[])
    .filter(({ scope }) => scope === 'full-access')
    .map((key) => key.id);
  const statuses = [
    (await call(`GET ${RULES}`, { as: readOnly })).status,
    (await call(`GET ${RULES}`, { as: token })).status,
    (await call(`GET ${RULES}`, { as: viewer })).status,
    (await call(`POST ${RULES}/${id}/disable`, { as: viewer })).status,
    (await call(`DELETE ${RULES}/${mine.id}`, { as: member })).status,
    (await call(`DELETE ${RULES}/${mine.id}`, { as: full })).status,
  ];

  assert.equal(made.status, 201);
  assert.deepEqual([createdBy], ids);
  assert.deepEqual(statuses, [403, 403, 200, 403, 403, 200]);
});

test('a snooze is bounded', async (t) => {
  const access = await openAccess(t);
  const { call, create } = startAlertRules(t, access);
  const { owner } = await access.newOrganization();
  const { id } = await create(owner);
  const max = LIMITS.alerts.snoozeSecondsMax;
  const statusOf = async (seconds: number) =>
    (await call(`POST ${RULES}/${id}/snooze`, { as: owner, body: { seconds } })).status;

  assert.deepEqual(
    [await statusOf(max), await statusOf(max + 1), await statusOf(-1), await statusOf(0.5)],
    [200, 400, 400, 400],
  );
});

test('a back-test gets the rule with its defaults, and problems stand where they are', async (t) => {
  const access = await openAccess(t);
  const { call, create } = startAlertRules(t, access);
  const { owner } = await access.newOrganization();
  const { id } = await create(owner, { window: 600 });
  const problemOf = async (endpoint: string, body: object) => {
    const answer = await call(endpoint, { as: owner, body });
    const { problem } = (answer.body.data ?? {}) as { problem?: string };
    const [first] = answer.body.details ?? [];
    return problem === undefined ? first?.path : (JSON.parse(problem) as object);
  };
  const { testHoursMax } = LIMITS.alerts;

  assert.deepEqual(await problemOf(`POST ${RULES}/${id}/test`, {}), {
    id,
    window: 600,
    hours: LIMITS.alerts.testHoursDefault,
    notify: false,
    spend: false,
  });
  assert.deepEqual(
    await problemOf(`POST ${RULES}/test`, { rule: A_RULE, hours: testHoursMax, notify: true }),
    { id: 'alr_draft', window: 300, hours: testHoursMax, notify: true, spend: false },
  );
  assert.equal(
    await problemOf(`POST ${RULES}/test`, { rule: { ...A_RULE, query: 'a | nonsense' } }),
    'rule.query',
  );
  assert.equal(
    await problemOf(`POST ${RULES}/test`, { rule: { ...A_RULE, interval: 600, window: 599 } }),
    'rule.window',
  );
  assert.equal(
    await problemOf(`POST ${RULES}/test`, { rule: A_RULE, hours: testHoursMax + 1 }),
    'hours',
  );
});

test('a back-test sends messages only for who may test channels', async (t) => {
  const access = await openAccess(t);
  const { call, create } = startAlertRules(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const member = await access.join(organization, 'member');
  const admin = await access.join(organization, 'admin');
  const { id } = await create(owner);
  const statusesOf = async (as: typeof owner, notify: boolean) => [
    (await call(`POST ${RULES}/test`, { as, body: { rule: A_RULE, notify } })).status,
    (await call(`POST ${RULES}/${id}/test`, { as, body: { notify } })).status,
  ];

  assert.deepEqual(await statusesOf(member, true), [403, 403]);
  assert.deepEqual(await statusesOf(member, false), [200, 200]);
  assert.deepEqual(await statusesOf(admin, true), [200, 200]);
});
