/** The verbs of silences, on a metadata store alone. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import { AppError } from '../../../base/errors.ts';
import type { AlertSilenceDraft } from '../../../contract/alert-silences.ts';
import {
  changeAlertSilence,
  createAlertSilence,
  endAlertSilence,
  listAlertSilences,
  readAlertSilence,
} from './manage-silences.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 86_400_000;
const RANGE = { kind: 'range', to: '2026-01-15T14:00:00Z' } as const;
const DRAFT: AlertSilenceDraft = { name: ' quiet ', match: { tags: ['db'] }, times: RANGE };

async function open(t: TestContext) {
  const access = await openAccess(t);
  const { id: organization, owner } = await access.newOrganization();
  const { metadata, cache, clock } = access;
  clock.advance(NOON - clock.now());
  return {
    access,
    clock,
    metadata,
    organization,
    needs: { metadata, cache, clock },
    actor: owner.actor,
    audit: async () =>
      (await access.auditOf(organization)).map(({ action, details }) => `${action} ${details}`),
  };
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    return [error.code, error.message];
  }
}

test('a silence is created, and holds until its end', async (t) => {
  const { needs, actor, clock, audit } = await open(t);

  const created = await createAlertSilence(needs, actor, DRAFT);

  const match = { rules: [], severities: [], group: {}, tags: ['db'] };
  const times = { kind: 'range', from: '2026-01-15T12:00:00.000Z', to: '2026-01-15T14:00:00.000Z' };
  const { id, createdBy, ...shown } = created;
  assert.equal(typeof createdBy, 'string');
  assert.deepEqual(shown, {
    name: 'quiet',
    version: 1,
    match,
    times,
    active: true,
    until: '2026-01-15T14:00:00.000Z',
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
  });
  assert.deepEqual(await readAlertSilence(needs, actor, id), created);
  clock.advance(2 * 3_600_000);
  const over = await readAlertSilence(needs, actor, id);
  assert.deepEqual([over.active, over.until], [false, null]);
  assert.match((await audit())[0] ?? '', /^alert_silence.created \{"name":"quiet","match":\{/);
});

test('silences are listed page by page', async (t) => {
  const { needs, actor, clock } = await open(t);
  for (const name of ['a', 'b', 'c']) {
    await createAlertSilence(needs, actor, { ...DRAFT, name });
    clock.advance(1);
  }

  const first = await listAlertSilences(needs, actor, { limit: 2, after: undefined });
  const all = await listAlertSilences(needs, actor, { limit: 3, after: undefined });

  assert.deepEqual(
    first.data.map(({ name }) => name),
    ['c', 'b'],
  );
  assert.equal(typeof first.nextCursor, 'string');
  assert.deepEqual([all.data.length, all.nextCursor], [3, null]);
});

test('a change keeps what it does not name', async (t) => {
  const { needs, actor, clock, audit } = await open(t);
  const { id } = await createAlertSilence(needs, actor, DRAFT);
  clock.advance(60_000);

  const renamed = await changeAlertSilence(needs, actor, id, { version: 1, name: ' calm ' });
  const moved = await changeAlertSilence(needs, actor, id, {
    version: 2,
    match: { severities: ['error'] },
    times: { kind: 'range', to: '2026-01-15T15:00:00Z' },
  });

  assert.deepEqual(
    [renamed.name, renamed.version, renamed.times, renamed.match.tags, renamed.updatedAt],
    [
      'calm',
      2,
      { kind: 'range', from: '2026-01-15T12:00:00.000Z', to: '2026-01-15T14:00:00.000Z' },
      ['db'],
      '2026-01-15T12:01:00.000Z',
    ],
  );
  assert.deepEqual(
    [moved.name, moved.match.tags, moved.match.severities, moved.until],
    ['calm', [], ['error'], '2026-01-15T15:00:00.000Z'],
  );
  const row = await needs.metadata.db.selectFrom('alert_silences').selectAll().executeTakeFirst();
  assert.deepEqual([row?.starts_at, row?.ends_at], [NOON + 60_000, Date.UTC(2026, 0, 15, 15)]);
  assert.match((await audit())[1] ?? '', /"changed":\["name"\]/);
  assert.match((await audit())[2] ?? '', /"changed":\["match","times"\]/);
});

test('a change needs the present version, and a silence that is there', async (t) => {
  const { needs, actor } = await open(t);
  const { id } = await createAlertSilence(needs, actor, DRAFT);

  assert.deepEqual(await refusal(changeAlertSilence(needs, actor, id, { version: 2 })), [
    'CONFLICT',
    'The silence was changed by someone else and is now at version 1. Reload it and try again.',
  ]);
  for (const work of [
    changeAlertSilence(needs, actor, 'gone', { version: 1 }),
    readAlertSilence(needs, actor, 'gone'),
    endAlertSilence(needs, actor, 'gone'),
  ]) {
    assert.equal(((await refusal(work)) as unknown[])[0], 'NOT_FOUND');
  }
});

test('a silence names rules that there are, or that it named before', async (t) => {
  const { needs, actor, metadata, organization } = await open(t);
  const rule = await insertRule(metadata, organization);
  const match = { rules: [rule.id] };
  const { id } = await createAlertSilence(needs, actor, { ...DRAFT, match });
  const missing = { rules: [rule.id, 'alr_gone'] };

  assert.equal(
    (
      (await refusal(createAlertSilence(needs, actor, { ...DRAFT, match: missing }))) as unknown[]
    )[0],
    'NOT_FOUND',
  );
  assert.equal(
    (
      (await refusal(
        changeAlertSilence(needs, actor, id, { version: 1, match: missing }),
      )) as unknown[]
    )[0],
    'NOT_FOUND',
  );
  await metadata.db.deleteFrom('alert_rules').execute();
  const kept = await changeAlertSilence(needs, actor, id, { version: 1, match });
  assert.deepEqual(kept.match.rules, [rule.id]);
});

test('an organization has 100 silences that are not over', async (t) => {
  const { needs, actor, clock } = await open(t);
  for (let i = 0; i < 100; i += 1) await createAlertSilence(needs, actor, DRAFT);
  const full = ['PLAN_LIMIT_REACHED', 'An organization can have at most 100 silences.'];
  const { data } = await listAlertSilences(needs, actor, { limit: 1, after: undefined });
  const [last] = data;

  assert.deepEqual(await refusal(createAlertSilence(needs, actor, DRAFT)), full);
  await changeAlertSilence(needs, actor, last?.id ?? '', { version: 1, name: 'still fits' });
  clock.advance(2 * 3_600_000);
  const later = { ...DRAFT, times: { kind: 'range' as const, to: '2026-01-16T00:00:00Z' } };
  assert.equal(await refusal(createAlertSilence(needs, actor, later)), undefined);
  assert.equal(
    await refusal(changeAlertSilence(needs, actor, last?.id ?? '', { version: 2, name: 'over' })),
    undefined,
  );
});

test('what is long over is removed with the next silence', async (t) => {
  const { needs, actor, clock, metadata } = await open(t);
  await createAlertSilence(needs, actor, DRAFT);
  const count = async () =>
    (await metadata.db.selectFrom('alert_silences').selectAll().execute()).length;
  const createAt = async (at: number) => {
    clock.advance(at - clock.now());
    const to = new Date(at + 1_000).toISOString();
    await createAlertSilence(needs, actor, { ...DRAFT, times: { kind: 'range', to } });
    return count();
  };
  const end = Date.parse(RANGE.to);

  assert.equal(await createAt(end + 30 * DAY_MS), 2);
  assert.equal(await createAt(end + 30 * DAY_MS + 1), 2);
});

test('a weekly silence goes by the zone of the organization', async (t) => {
  const { needs, actor, metadata } = await open(t);
  await metadata.db.updateTable('organizations').set({ timezone: 'Asia/Tokyo' }).execute();
  const times = { kind: 'weekly' as const, start: '20:00', end: '22:00' };

  const created = await createAlertSilence(needs, actor, {
    ...DRAFT,
    times: { ...times, days: ['thursday'] },
  });

  assert.equal(created.times.kind === 'weekly' && created.times.timeZone, 'Asia/Tokyo');
  assert.deepEqual([created.active, created.until], [true, '2026-01-15T13:00:00.000Z']);
});

test('a silence is ended by hand', async (t) => {
  const { needs, actor, audit } = await open(t);
  const { id } = await createAlertSilence(needs, actor, DRAFT);

  await endAlertSilence(needs, actor, id);

  assert.equal(((await refusal(readAlertSilence(needs, actor, id))) as unknown[])[0], 'NOT_FOUND');
  assert.match(
    (await audit())[1] ?? '',
    /^alert_silence.ended \{"name":"quiet","changes":\[\{"field":"name","before":"quiet"\},/,
  );
});
