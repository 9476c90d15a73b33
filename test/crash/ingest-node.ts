/**
 * A node without its ingest endpoints, for the crash test: queue, store and writer on a data folder. It appends
 * numbered events as fast as they are taken and prints each number once its append has resolved.
 *
 *   node ingest-node.ts <folder> <first number>     append until killed
 *   node ingest-node.ts <folder> drain              store what is queued, then print what the store holds
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { organizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { payloadOf } from '../support/ingest/payload-of.ts';
import type { LogRecord } from '../../src/base/record.ts';
import { openQueue } from '../../src/engines/queue/open-queue.ts';
import type { IngestQueue } from '../../src/engines/queue/queue.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { packRows } from '../../src/engines/store/packed-rows.ts';
import { createRowIds } from '../../src/engines/store/row-ids.ts';
import { sql } from '../../src/engines/store/sql.ts';
import { startWriter } from '../../src/flow/writer/index.ts';
import { LIMITS } from '../support/limits.ts';
import { openStoreUnderTest } from '../support/open-test-store.ts';

const [folder = '', task = ''] = process.argv.slice(2);
const APPENDERS = 8;
const EVENTS_PER_APPEND = 3;
const organization = organizationId('org_crash');
const needs = { clock: systemClock, log: silentLog, limits: LIMITS };

const queue = await openQueue(needs, { kind: 'lmdb', directory: join(folder, 'queue') });
const store = await openStoreUnderTest(join(folder, 'store'));
const writer = startWriter({
  queue,
  store,
  limits: { ...LIMITS.ingest, lingerMs: 10 },
  clock: systemClock,
  log: silentLog,
  metrics: silentMetrics,
  recordUsage: async () => {},
});
print(`engine ${store.enginePid()}`);
if (task === 'drain') await drain();
else await appendForever(Number(task));

async function appendForever(first: number): Promise<void> {
  const rowIds = createRowIds(systemClock, first % 65_536);
  const encoder = createBlockEncoder(rowIds);
  // Small requests wait as rows, larger ones as blocks: both must come through.
  const encode = (number: number, records: readonly LogRecord[]): Uint8Array =>
    number % 2 === 0
      ? encoder.encode(records).bytes
      : packRows({ firstSequence: rowIds.take(records.length), node: rowIds.node, records });
  let next = first;
  const appender = async (): Promise<void> => {
    for (;;) {
      const number = next++;
      const records = Array.from({ length: EVENTS_PER_APPEND }, (_, part) => record(number, part));
      const block = encode(number, records);
      const payload = payloadOf({ block, sentBytes: 0, acceptedAt: Date.now() });
      await append(queue, payload);
      print(`acked ${number}`);
    }
  };
  await Promise.all(Array.from({ length: APPENDERS }, appender));
}

async function append(to: IngestQueue, payload: Uint8Array): Promise<void> {
  await to.append({ organization, events: EVENTS_PER_APPEND, payload });
}

function record(number: number, part: number) {
  const now = Date.now();
  return {
    organization,
    index: 'main',
    timestamp: now,
    receivedAt: now,
    retentionDays: 30,
    level: 'info',
    source: 'crash',
    id: `${number}-${part}`,
    body: `event ${number} part ${part}`,
    attributes: [['number', String(number)]] as const,
  };
}

async function drain(): Promise<void> {
  while (queue.depth().events > 0) await sleep(50);
  await writer[Symbol.asyncDispose]();
  const answer = await store.query(
    sql`SELECT event_id, count() AS times FROM logs GROUP BY event_id`,
    { resultRowsMax: 100_000_000 },
  );
  const [ids, times] = answer.columns;
  for (let i = 0; i < answer.rowCount; i++) {
    print(`stored ${String(ids?.values[i])} ${String(times?.values[i])}`);
  }
  const dead = await queue.listDeadLetters({}, { limit: 10 });
  print(`dead ${dead.length}`);
  await store[Symbol.asyncDispose]();
  await queue[Symbol.asyncDispose]();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
