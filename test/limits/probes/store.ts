import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../src/base/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { createBlockEncoder } from '../../../src/engines/store/block-encoder.ts';
import { startChild, type ChildPlan } from '../../../src/engines/store/child/start-child.ts';
import { createClickhouseStore } from '../../../src/engines/store/clickhouse/clickhouse-store.ts';
import type { EngineRequest } from '../../../src/engines/store/clickhouse/connection.ts';
import { openDuckdbStore } from '../../../src/engines/store/duckdb/open-duckdb-store.ts';
import { createRowIds } from '../../../src/engines/store/row-ids.ts';
import { sql } from '../../../src/engines/store/sql.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { MB } from '../../../src/spec/units.ts';
import { logRecord } from '../../support/log-records.ts';
import { isGivenUpWithin, passTime, settle, stopTime } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';
import { QUERY_SLOT_PROBES } from './search.ts';

/** What the server is told to keep to when the store is asked for something. */
function reported(name: string, work: (store: LogStore) => Promise<unknown>) {
  return async (limits: Limits): Promise<unknown> => {
    const requests: EngineRequest[] = [];
    const answer = async (request: EngineRequest): Promise<never> => {
      requests.push(request);
      throw new Error('that is all');
    };
    const connection = { open: answer, read: answer, close: () => {} };
    const names = { localDatabase: 'x', database: 'x', isReplicated: false };
    const nodes = { connections: [connection], ...names } as const;
    const store = createClickhouseStore({ limits, log: silentLog }, nodes, async () => {});
    await work(store).catch(() => {});
    return requests[0]?.settings?.[name];
  };
}

const ONE = sql`SELECT 1`;
const { bytes } = createBlockEncoder(createRowIds(systemClock, 1)).encode([logRecord()]);
const BATCH = { token: 'token', blocks: [bytes], events: 1, isRepeated: false };
const querying = (store: LogStore) => store.query(ONE);

/** A process that is started, and does nothing by itself. */
class Idle extends EventEmitter {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly pid = 1;
  readonly exitCode = null;
  isKilled = false;

  kill(): boolean {
    this.isKilled = true;
    return true;
  }
}

interface Started {
  readonly child: Idle;
  readonly order: Readonly<Record<string, unknown>>;
}

/** From here on processes are not started for real. */
function holdProcesses(t: TestContext): Started[] {
  const started: Started[] = [];
  t.mock.method(childProcess, 'spawn', (_program: string, args: readonly string[]) => {
    const child = new Idle();
    started.push({ child, order: JSON.parse(args.at(-1) ?? '{}') as Started['order'] });
    return child;
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return started;
}

/** What the local engine is told when it starts. */
function ordered(name: string) {
  return async (limits: Limits, t: TestContext): Promise<unknown> => {
    const started = holdProcesses(t);
    const directory = await mkdtemp(join(tmpdir(), 'xplain-limits-'));
    t.after(() => rm(directory, { recursive: true, force: true }));
    const opening = openDuckdbStore({ clock: systemClock, limits, log: silentLog }, directory);
    while (started.length === 0) await settle();
    const [{ child, order } = { child: new Idle(), order: {} }] = started;
    child.emit('close');
    await opening.catch(() => {});
    return order[name];
  };
}

function planOf(limits: Limits, waitUntilReady: ChildPlan['waitUntilReady']): ChildPlan {
  const address = { url: new URL('http://localhost'), user: '', password: '' };
  const order = { parent: 1, lockFile: '/nowhere/lock' };
  return { program: 'engine', order, address, limits: limits.store, waitUntilReady };
}

/** Whether an engine that never gets ready is given up after 100 ms. */
function isStartGivenUp(limits: Limits, t: TestContext): Promise<boolean> {
  holdProcesses(t);
  const plan = planOf(limits, (_child, deadline) => {
    const { promise, reject } = Promise.withResolvers<never>();
    deadline.addEventListener('abort', () => reject(deadline.reason));
    return promise;
  });
  return isGivenUpWithin(t, 100, () => startChild(plan));
}

/** Whether an engine that does not stop is killed after 100 ms. */
async function isKilled(limits: Limits, t: TestContext): Promise<boolean> {
  const [started, plan] = [holdProcesses(t), planOf(limits, async () => {})];
  stopTime(t);
  const engine = await startChild(plan);
  void engine.stop();
  await passTime(t, 100);
  return started[0]?.child.isKilled ?? false;
}

export const STORE_PROBES: ProbesOf<'store' | 'query'> = {
  store: {
    insertTimeoutMs: probe(
      reported('max_execution_time', (store) => store.insert(BATCH)),
      [5_000, 5],
      [9_000, 9],
    ),
    commandTimeoutMs: probe(
      reported('max_execution_time', (store) => store.command(ONE)),
      [5_000, 5],
      [9_000, 9],
    ),
    exportTimeoutMs: probe(
      reported('max_execution_time', (store) => store.export(ONE, 'csv')),
      [5_000, 5],
      [9_000, 9],
    ),
    healthTimeoutMs: probe(
      reported('max_execution_time', (store) => store.health()),
      [5_000, 5],
      [9_000, 9],
    ),
    startTimeoutMs: probe(isStartGivenUp, [50, true], [200, false]),
    stopTimeoutMs: probe(isKilled, [50, true], [200, false]),
    memoryBytesMax: probe(ordered('memoryBytesMax'), [100 * MB, 100 * MB], [200 * MB, 200 * MB]),
    connectionsMax: probe(ordered('statementsMax'), [5, 5], [9, 9]),
  },
  query: {
    ...QUERY_SLOT_PROBES,
    memoryBytesMax: probe(reported('max_memory_usage', querying), [100, 100], [200, 200]),
    scanRowsMax: probe(reported('max_rows_to_read', querying), [100, 100], [200, 200]),
    memoryShareBytes: probe(
      reported('memory_overcommit_ratio_denominator', querying),
      [100, 100],
      [200, 200],
    ),
  },
};
