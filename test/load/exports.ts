/**
 * How fast archives are written, what that costs, and what it does to storing beside it. Late events, replayed batches
 * and all: every id is in one file in the end.
 *
 *   npm run bench:exports                         a million events
 *   XPLAIN_BENCH_EVENTS=50000 npm run bench:exports
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../src/base/clock.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import type { ScheduledExport } from '../../src/contract/exports.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { createRowIds, formatRowId } from '../../src/engines/store/row-ids.ts';
import type { LogStore } from '../../src/engines/store/store.ts';
import { DAY_MS, HOUR_MS, MB, MINUTE_MS } from '../../src/spec/units.ts';
import { logRecord } from '../support/log-records.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { readArchive } from '../support/read-archive.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startExports } from '../support/start-exports.ts';

const EVENTS = Number(process.env['XPLAIN_BENCH_EVENTS'] ?? 1_000_000);
const BATCH = 10_000;
const store = await openTestStore();
const rowIds = createRowIds(systemClock, 4_711);
const encoder = createBlockEncoder(rowIds);
const random = seededRandom(18);

for (const format of ['jsonl', 'parquet'] as const) {
  test(`${EVENTS} events as ${format}`, async (t) => {
    const started = await startExports(t, { store });
    const { access, call, runDue, objects, exportNeeds } = started;
    const { id: organization, owner } = await access.newOrganization('enterprise');
    const body = {
      name: format,
      mode: 'archive',
      query: '*',
      schedule: { every: '1h' },
      startAt: new Date(Date.now() - MINUTE_MS).toISOString(),
      format,
      destination: { kind: 'keep' },
    };
    const created = await call('POST /api/v1/exports', { as: owner, body });
    assert.equal(created.status, 201, created.text);
    const { id } = created.body.data as ScheduledExport;
    const ids = await fill(store, organization);
    const other = await access.newOrganization();
    const alone = await watchStoring(other.id, () => Promise.resolve(), 20);

    access.clock.advance(HOUR_MS);
    const idleBytes = process.memoryUsage.rss();
    const cpu = process.cpuUsage();
    let highest = idleBytes;
    const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 50);
    const startedAt = performance.now();
    const beside = await watchStoring(other.id, runDue, Infinity);
    const seconds = (performance.now() - startedAt) / 1_000;
    clearInterval(timer);
    const { user, system } = process.cpuUsage(cpu);

    const row = await exportNeeds.metadata.db
      .selectFrom('export_runs')
      .select(['state', 'row_count', 'byte_count'])
      .where('export_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.state, row.row_count], ['done', EVENTS]);
    if (format === 'jsonl') await checkIds(t, objects, organization, ids);
    tell(t, {
      'rows/s': Math.round(EVENTS / seconds),
      'bytes a row': (row.byte_count / EVENTS).toFixed(1),
      'CPU of the node, s': ((user + system) / 1e6).toFixed(1),
      'memory above idle, MB': Math.round((highest - idleBytes) / MB),
      'insert p99 alone, ms': Math.round(p99(alone)),
      'insert p99 beside, ms': Math.round(p99(beside)),
    });
  });
}

async function fill(target: LogStore, organization: OrganizationId): Promise<string[]> {
  const ids: string[] = [];
  for (let stored = 0; stored < EVENTS;) {
    const events = Math.min(BATCH, EVENTS - stored);
    const now = Date.now();
    const records = Array.from({ length: events }, (_, i) =>
      logRecord({
        organization,
        retentionDays: 3_650,
        timestamp: random.chance(0.1) ? now - random.integer(0, 25 * DAY_MS) : now,
        body: `GET /api/orders/${stored + i} took ${random.integer(1, 900)} ms`,
        attributes: [
          ['service', random.pick(['web', 'pay', 'shop'])],
          ['trace_id', randomUUID()],
        ],
      }),
    );
    const { bytes, firstSequence } = encoder.encode(records);
    const batch = { token: randomUUID(), blocks: [bytes], events };
    await target.insert(batch);
    // A writer that did not hear the answer sends the same again.
    if (random.chance(0.05)) await target.insert({ ...batch, isRepeated: true });
    for (let i = 0; i < events; i++) ids.push(formatRowId(firstSequence + i, rowIds.node));
    stored += events;
  }
  return ids;
}

/** Stores small batches while something else is under way; answers with how long each took. */
async function watchStoring(
  organization: OrganizationId,
  work: () => Promise<void>,
  batchesMax: number,
): Promise<number[]> {
  let isOver = false;
  const working = work().finally(() => (isOver = batchesMax === Infinity));
  const took: number[] = [];
  while (!isOver && took.length < batchesMax) {
    const records = Array.from({ length: 100 }, () => logRecord({ organization }));
    const { bytes } = encoder.encode(records);
    const begun = performance.now();
    await store.insert({ token: randomUUID(), blocks: [bytes], events: records.length });
    took.push(performance.now() - begun);
  }
  await working;
  return took;
}

async function checkIds(
  t: TestContext,
  objects: Parameters<typeof readArchive>[0],
  organization: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  const { ids: found, manifests } = await readArchive(objects, `${organization}/exports/`);
  assert.equal(found.length, ids.length, 'rows in manifests');
  assert.deepEqual(new Set(found), new Set(ids));
  t.diagnostic(`${manifests.length} manifests hold every one of ${ids.length} ids once`);
}

function p99(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[Math.floor((inOrder.length - 1) * 0.99)] ?? 0;
}

function tell(t: TestContext, figures: Readonly<Record<string, number | string>>): void {
  for (const [name, value] of Object.entries(figures)) t.diagnostic(`${name}: ${value}`);
}
