/** Moving from one set of engines to another, at their ports. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { hostileRecord, logRecord } from '../../../test/support/log-records.ts';
import { openStoreUnderTest } from '../../../test/support/open-test-store.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { startClickhouse } from '../../../test/support/store/start-clickhouse.ts';
import { withoutClickhouse } from '../../../test/support/store/without-clickhouse.ts';
import { systemClock } from '../../base/clock.ts';
import { organizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import type { LogRecord } from '../../base/record.ts';
import { openQueue } from '../../engines/queue/open-queue.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import { createBlockEncoder } from '../../engines/store/block-encoder.ts';
import { openStore } from '../../engines/store/open-store.ts';
import { createRowIds } from '../../engines/store/row-ids.ts';
import { sql, string } from '../../engines/store/sql.ts';
import { type LogStore, rowsOf } from '../../engines/store/store.ts';
import { DAY_MS, HOUR_MS } from '../../spec/units.ts';
import { copyLogs } from './copy-logs.ts';
import { copyQueue } from './copy-queue.ts';
import { compareLogs } from './log-sums.ts';

const folder = mkdtempSync(join(tmpdir(), 'xplain-moving-'));
const rowIds = createRowIds(systemClock, 77);
const encoder = createBlockEncoder(rowIds);
const tell = (): void => {};
let from: LogStore;

before(async () => {
  from = await openStoreUnderTest(join(folder, 'source'), 'duckdb');
});
after(async () => {
  await from[Symbol.asyncDispose]();
  removeFolder(folder);
});

async function newTarget(t: TestContext, name: string): Promise<LogStore> {
  const store = await openStoreUnderTest(join(folder, name), 'segments');
  t.after(() => store[Symbol.asyncDispose]());
  return store;
}

let batches = 0;

async function insert(records: readonly LogRecord[]): Promise<void> {
  const blocks = [encoder.encode(records).bytes];
  await from.insert({ token: `batch-${++batches}`, blocks, events: records.length });
}

/** Everything that a row is, in order. */
async function allRows(store: LogStore): Promise<unknown[]> {
  const answer = await store.query(
    sql`SELECT organization, index_name, toString(row_id) AS id, timestamp, received_at, stored_at, retention_days, level,
      source, event_id, body, service, trace_id, mapKeys(attributes) AS keys, mapValues(attributes) AS texts
      FROM logs ORDER BY row_id`,
    { resultRowsMax: 1_000_000 },
  );
  return rowsOf(answer);
}

/** Of two organizations, of several days and indexes, with whatever text can hold. */
async function fill(rows: number): Promise<void> {
  const random = seededRandom(20);
  const days = [0, 1, 9];
  const now = Date.now();
  const records = Array.from({ length: rows }, (_, i) => {
    const receivedAt = now - (days[i % 3] ?? 0) * DAY_MS;
    return hostileRecord(random, {
      organization: organizationId(i % 5 === 0 ? 'org_one' : 'org_two'),
      index: i % 4 === 0 ? 'web' : 'main',
      receivedAt,
      timestamp: receivedAt - i,
      retentionDays: 30,
    });
  });
  for (let at = 0; at < rows; at += 400) await insert(records.slice(at, at + 400));
}

test('every row is there once as it was, however often it was broken off', async (t) => {
  await fill(1_200);
  const to = await newTarget(t, 'target');
  const bounds = { aliveAt: Date.now() + HOUR_MS };
  let left = 2;
  const breaking: LogStore = {
    ...to,
    insert: async (batch) => {
      await to.insert(batch);
      left -= 1;
      if (left < 0) throw new Error('broken off');
    },
  };

  await assert.rejects(copyLogs({ from, to: breaking, tell }, bounds), /broken off/);
  const half = await compareLogs(from, to, bounds);
  left = 1;
  await assert.rejects(copyLogs({ from, to: breaking, tell }, bounds), /broken off/);
  await copyLogs({ from, to, tell }, bounds);
  const again = await copyLogs({ from, to, tell }, bounds);

  assert.ok(half.differences.length > 0, 'some was missing when it broke off');
  assert.deepEqual(again, { copied: 0, removed: 0 });
  const whole = await compareLogs(from, to, bounds);
  assert.deepEqual([whole.rows, whole.differences], [1_200, []]);
  assert.deepEqual(await allRows(to), await allRows(from));

  // What was deleted since goes in the target, too; what came since is added.
  const gone = sql`organization = ${string('org_one')} AND index_name = ${string('web')}`;
  await from.command(sql`DELETE FROM logs WHERE ${gone}`);
  await insert([logRecord({ organization: organizationId('org_two'), body: 'came later' })]);
  assert.equal((await compareLogs(from, to, bounds)).differences.length, 4);
  const last = await copyLogs({ from, to, tell }, bounds);
  assert.ok(last.removed > 0 && last.copied >= 1);
  assert.deepEqual(await allRows(to), await allRows(from));

  // So does another retention.
  const longer = { organization: organizationId('org_two'), index: 'main', days: 60 };
  await from.setRetention(longer);
  assert.ok((await compareLogs(from, to, bounds)).differences.length > 0);
  await copyLogs({ from, to, tell }, bounds);
  await copyLogs({ from, to, isAnew: true, tell }, bounds);
  assert.deepEqual(await allRows(to), await allRows(from));
  // As it was before: the store knows those tokens.
  await from.setRetention({ ...longer, days: 30 });
  await copyLogs({ from, to, tell }, bounds);
  await copyLogs({ from, to, isAnew: true, tell }, bounds);
  assert.deepEqual(await allRows(to), await allRows(from));
});

test('what a store takes meanwhile is left for the next time, and nothing is taken for another', async (t) => {
  const to = await newTarget(t, 'meanwhile');
  const aliveAt = Date.now() + HOUR_MS;
  const organization = organizationId('org_two');
  await insert([logRecord({ organization, body: 'before' })]);
  // Times of storing have whole seconds: what comes now is not before the edge.
  const storedBefore = await from.frontier();
  await insert([logRecord({ organization, body: 'meanwhile' })]);
  const edge = { aliveAt, storedBefore };

  await copyLogs({ from, to, tell }, edge);

  const bodies = sql`SELECT body FROM logs WHERE body = 'meanwhile'`;
  assert.equal((await to.query(bodies)).rowCount, 0);
  const { rows, differences } = await compareLogs(from, to, edge);
  assert.deepEqual(differences, []);
  await copyLogs({ from, to, tell }, { aliveAt });
  assert.deepEqual(await allRows(to), await allRows(from));
  assert.ok(rows < (await compareLogs(from, to, { aliveAt })).rows);
});

test('a row that is another one, or there twice, is found', async (t) => {
  const to = await newTarget(t, 'other');
  const bounds = { aliveAt: Date.now() + HOUR_MS };
  await copyLogs({ from, to, tell }, bounds);
  const { differences } = await compareLogs(from, to, bounds);
  assert.deepEqual(differences, []);
  const [row] = rowsOf(
    await from.query(sql`SELECT toString(row_id) AS id FROM logs ORDER BY row_id LIMIT 1`),
  );
  const id = BigInt(String(row?.['id']));
  const again = encoder.encodeNumbered({
    records: [logRecord({ organization: organizationId('org_two') })],
    sequences: [Number(id >> 16n)],
    nodes: [Number(id & 0xffffn)],
  });

  await to.insert({ token: 'twice', blocks: [again], events: 1 });

  assert.equal((await compareLogs(from, to, bounds)).differences.length, 1);
});

test('into ClickHouse', { skip: withoutClickhouse() }, async (t) => {
  const server = await startClickhouse();
  t.after(() => server[Symbol.asyncDispose]());
  const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
  const url = `${server.url}/xplain`;
  const to = await openStore(needs, { kind: 'clickhouse', url, cluster: undefined });
  t.after(() => to[Symbol.asyncDispose]());
  const bounds = { aliveAt: Date.now() + HOUR_MS };

  await copyLogs({ from, to, tell }, bounds);
  await copyLogs({ from, to, tell }, bounds);

  assert.deepEqual((await compareLogs(from, to, bounds)).differences, []);
});

test('what waits and what died is there once, and the source keeps it', async () => {
  const organization = organizationId('org_one');
  const needs = { clock: systemClock, log: silentLog, limits: LIMITS };
  const open = (name: string): Promise<IngestQueue> =>
    openQueue(needs, { kind: 'lmdb', directory: join(folder, name) });
  await using source = await open('queue');
  await using target = await open('queue-there');
  const append = (text: string): Promise<bigint> =>
    source.append({ organization, events: 2, payload: Buffer.from(text) });
  const bounds = { eventsMax: 100, bytesMax: 1_000_000 };
  await append('refused');
  const claim = await source.claim(bounds);
  assert.ok(claim !== undefined);
  await source.deadLetter(claim, 'no such index');
  await append('spilled');
  await source.spillOldest(1, 'the store is away');
  for (const text of ['one', 'two']) await append(text);

  await copyQueue(source, target, [organization]);
  const copied = await copyQueue(source, target, [organization]);

  assert.deepEqual(copied, { events: 4, deadLetters: 2 });
  const found = await target.claim(bounds);
  assert.deepEqual(
    found?.entries.map(({ payload }) => Buffer.from(payload).toString()),
    ['one', 'two'],
  );
  assert.equal(found?.isRepeated, true, 'some of it may be stored already');
  const letters = await target.listDeadLetters({}, { limit: 10 });
  assert.deepEqual(
    letters.map(({ reason, isSpilled, events }) => [reason, isSpilled, events]),
    [
      ['no such index', false, 2],
      ['the store is away', true, 2],
    ],
  );
  assert.equal(source.depth().events, 4);
  assert.equal((await source.listDeadLetters({}, { limit: 10 })).length, 2);
});
