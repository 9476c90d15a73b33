/** What a deletion asks the store, notes and tells; the store says what it is told to say. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { type FakeRows, fakeSearch } from '../../../../test/support/search/fake-search.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { type Log, silentLog } from '../../../base/log.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import { type Claim, Hopeless } from '../../../engines/schedule/schedule.ts';
import { bind } from '../../../engines/store/sql.ts';
import {
  type DeletionInput,
  listLogDeletions,
  previewDeletion,
  readLogDeletion,
  requestDeletion,
} from './delete-logs.ts';
import { forgetLogDeletions, runLogDeletions } from './run-log-deletions.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

type DeletionLimits = Partial<Record<keyof (typeof LIMITS)['deletions'], number>>;

const events = (count: number): FakeRows => [{ events: String(count) }];

async function start(
  t: TestContext,
  reported: readonly (FakeRows | Error)[] = [],
  limits: DeletionLimits = {},
) {
  const access = await openAccess(t);
  access.clock.advance(NOW - access.clock.now());
  const { id: organization, owner } = await access.newOrganization();
  const search = fakeSearch(reported, { now: NOW, indexes: ['main', 'web', '_audit', '_alerts'] });
  const commands: string[] = [];
  const errors: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields) => void errors.push(fields) };
  const needs = {
    ...search.needs,
    metadata: access.metadata,
    limits: { ...LIMITS, deletions: { ...LIMITS.deletions, ...limits } },
    log,
    archivesOf: async () => [],
    store: {
      ...search.needs.store,
      command: async (...[statement]: Parameters<typeof bind>) => {
        commands.push(bind(statement).text);
      },
    },
  };
  const { db } = access.metadata;
  const ask = (input: DeletionInput) => requestDeletion(needs, owner.actor, input, search.signal);
  const row = (): Promise<LogDeletionRow> =>
    db.selectFrom('log_deletions').selectAll().executeTakeFirstOrThrow();
  return { ...access, ...search, needs, organization, owner, commands, errors, ask, row };
}

test('what is asked for is noted with who asked, and is due a little later', async (t) => {
  const { ask, row, needs, organization, owner } = await start(t);

  const asked = await ask({ query: 'error index=web earliest=-1h' });

  const { id, ...rest } = await row();
  assert.match(id, /^del_/);
  assert.deepEqual(rest, {
    organization_id: organization,
    state: 'waiting',
    query: 'error index=web earliest=-1h',
    search: 'error index=web',
    from_ms: NOW - 3_600_000,
    to_ms: NOW,
    requested_by: owner.email,
    ip_address: owner.actor.ipAddress,
    user_agent: owner.actor.userAgent,
    attempts: 0,
    matched: null,
    remaining: null,
    due_at: NOW + 5_000,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    created_at: NOW,
    ended_at: null,
  });
  assert.deepEqual(await readLogDeletion(needs, owner.actor, id), asked);
  const page = { limit: 5, after: undefined };
  assert.deepEqual(await listLogDeletions(needs, owner.actor, page), {
    data: [asked],
    nextCursor: null,
  });
});

test('an organization has so many open deletions, and one that is gone has none', async (t) => {
  const { ask, needs, owner, signal } = await start(t, [], { openPerOrganizationMax: 2 });
  await ask({ query: 'one' });
  await ask({ query: 'two' });

  await assert.rejects(ask({ query: 'three' }), {
    code: 'CONFLICT',
    message: '2 deletions of this organization are still running. Wait until one has finished.',
  });
  const nobody = { ...owner.actor, organization: organizationId('org_gone') };
  await assert.rejects(requestDeletion(needs, nobody, { query: 'one' }, signal), {
    code: 'NOT_FOUND',
  });
  await assert.rejects(readLogDeletion(needs, owner.actor, 'del_unknown'), { code: 'NOT_FOUND' });
});

const REFUSED: readonly (readonly [query: string, message: string])[] = [
  ['index=_audit', 'The audit log cannot be deleted.'],
  ['index=_alerts', 'The index _alerts cannot be deleted.'],
  ['index=web OR index=_audit', 'The audit log cannot be deleted.'],
  ['error | head 5', 'This endpoint returns events. Use /api/v1/search for commands after a pipe.'],
];

for (const [query, message] of REFUSED) {
  test(`no events are erased by ${query}`, async (t) => {
    const { ask } = await start(t);
    await assert.rejects(ask({ query }), (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.facts.details?.[0]?.message, message);
      return true;
    });
  });
}

test('a preview counts, and says what it would reach', async (t) => {
  const { needs, owner, signal, asked, commands } = await start(t, [events(7)]);
  const archives = [{ id: 'exp_1', name: 'nightly' }];

  const preview = await previewDeletion(
    { ...needs, archivesOf: async () => archives },
    owner.actor,
    { query: 'error', earliest: '-1d', latest: '-1h' },
    signal,
  );

  assert.deepEqual(preview, {
    dryRun: true,
    query: 'error',
    from: '2026-01-30T12:00:00.000Z',
    to: '2026-01-31T11:00:00.000Z',
    indexes: ['main', 'web'],
    matched: 7,
    archives,
  });
  assert.match(asked[0]?.text ?? '', /^SELECT count\(\) AS events FROM logs WHERE/);
  assert.deepEqual(commands, []);
});

interface Try {
  readonly attempts?: number;
  readonly signal?: AbortSignal;
}

async function startRun(
  t: TestContext,
  reported: readonly (FakeRows | Error)[],
  limits: DeletionLimits = {},
) {
  const started = await start(t, reported, limits);
  await started.ask({ query: 'error', earliest: '-1h' });
  const job = runLogDeletions(started.needs);
  const settled: unknown[] = [];
  const claimOf = ({ attempts = 1, signal = started.signal }: Try): Claim => ({
    attempts,
    signal,
    settle: async (_, next) => void settled.push(next),
  });
  const audit = async () =>
    (await started.auditOf(started.organization))
      .filter(({ action }) => action === 'log.deleted')
      .map(({ details, actor }) => [JSON.parse(details) as unknown, actor]);
  return {
    ...started,
    job,
    settled,
    audit,
    run: async (how: Try = {}) => job.work(await started.row(), claimOf(how)),
    giveUp: async (how: Try = {}) =>
      job.giveUp(await started.row(), claimOf(how), new Error('why')),
  };
}

test('the work is that of one row of an organization at a time', async (t) => {
  const { job } = await startRun(t, []);

  const { work: _work, giveUp: _giveUp, retryDelayMs, ...rest } = job;
  assert.deepEqual(rest, {
    name: 'log-deletions',
    table: 'log_deletions',
    owner: 'organization_id',
    placesMax: 2,
    perOwnerMax: 1,
    leaseMs: 30_000,
    everyMs: 1_000,
    attemptsMax: 5,
  });
  assert.equal(retryDelayMs(1), 5_000);
});

test('events are erased until none is found, and what was done is told', async (t) => {
  const reported = [events(5), events(2), events(0)];
  const { run, row, commands, settled, audit, owner } = await startRun(t, reported);

  await run({ attempts: 3 });

  const { state, matched, remaining, ended_at } = await row();
  assert.deepEqual([state, matched, remaining, ended_at], ['done', 5, 0, NOW]);
  assert.equal(commands.length, 2);
  assert.match(commands[0] ?? '', /^DELETE FROM logs WHERE \(organization = /);
  assert.deepEqual(settled, [{ dueAt: null, attempts: 3 }]);
  const details = {
    query: 'error',
    earliest: '2026-01-31T11:00:00.000Z',
    latest: '2026-01-31T12:00:00.000Z',
    count: 5,
    state: 'done',
  };
  assert.deepEqual(await audit(), [[details, owner.email]]);
});

test('where nothing is found nothing is erased', async (t) => {
  const { run, row, commands } = await startRun(t, [events(0)]);

  await run();

  const { state, matched, remaining } = await row();
  assert.deepEqual([state, matched, remaining, commands.length], ['done', 0, 0, 0]);
});

test('events that stay after so many rounds are hopeless, and a store that is away is not', async (t) => {
  const stays = await startRun(t, [events(5), events(4), events(3)], { roundsMax: 2 });
  const away = new AppError('STORAGE_UNAVAILABLE', 'away');
  const leaves = await startRun(t, [events(5), away]);

  await assert.rejects(stays.run(), (error) => error instanceof Hopeless);
  await assert.rejects(leaves.run(), away);

  const kept = await stays.row();
  assert.deepEqual([kept.state, kept.matched, kept.remaining], ['running', 5, 3]);
  assert.equal(stays.commands.length, 2);
  const left = await leaves.row();
  assert.deepEqual([left.state, left.matched, left.remaining], ['running', 5, 5]);
  assert.deepEqual([await stays.audit(), stays.settled], [[], []]);
});

test('whatever breaks off while the node stops is tried again', async (t) => {
  const broken = new Error('stopped');
  const { run } = await startRun(t, [broken]);

  await assert.rejects(run({ signal: AbortSignal.abort() }), broken);
});

test('a second try counts what the first has found, and the end of all tries is told', async (t) => {
  const away = new AppError('STORAGE_UNAVAILABLE', 'away');
  const { run, giveUp, row, audit, settled, errors } = await startRun(t, [
    events(9),
    events(4),
    away,
    events(4),
    events(1),
    away,
  ]);
  await assert.rejects(run(), away);
  await assert.rejects(run(), away);

  await giveUp({ attempts: 2 });

  const { state, matched, remaining, ended_at } = await row();
  assert.deepEqual([state, matched, remaining, ended_at], ['failed', 9, 1, NOW]);
  assert.deepEqual(settled, [{ dueAt: null, attempts: 2 }]);
  const [[details] = []] = await audit();
  assert.deepEqual([(details as { count: number; state: string }).count, errors.length], [8, 1]);
  assert.equal((details as { count: number; state: string }).state, 'failed');
});

test('a deletion that was never begun has deleted nothing', async (t) => {
  const { giveUp, audit, row } = await startRun(t, []);

  await giveUp();

  const [[details] = []] = await audit();
  assert.equal((details as { count: number }).count, 0);
  assert.deepEqual([(await row()).matched, (await row()).remaining], [null, null]);
});

test('the record of a deletion is kept so long after its end', async (t) => {
  const { run, needs, metadata } = await startRun(t, [events(0)], { keepMsMax: 1_000 });
  await run();
  const left = async (now: number): Promise<number> => {
    await forgetLogDeletions({ ...needs, clock: { now: () => now } });
    return (await metadata.db.selectFrom('log_deletions').selectAll().execute()).length;
  };

  assert.deepEqual([await left(NOW + 1_000), await left(NOW + 1_001)], [1, 0]);
});
