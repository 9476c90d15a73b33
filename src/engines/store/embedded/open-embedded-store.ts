/** The log store on one machine: a ClickHouse server in a process of ours, on loopback. */
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createClickhouseStore } from '../clickhouse/clickhouse-store.ts';
import { createConnection } from '../clickhouse/connection.ts';
import { migrate } from '../clickhouse/migrate.ts';
import type { LogStore } from '../store.ts';
import { prepareEngineFiles } from './engine-files.ts';
import { isProcessAlive } from './is-process-alive.ts';
import { LockedError, startEngine } from './start-engine.ts';
import type { Engine, StartOptions } from './start-engine.ts';
import { superviseEngine } from './supervise-engine.ts';

export interface EmbeddedNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

export interface EmbeddedStore extends LogStore {
  /** The process of the engine, for what watches memory and for tests that kill it. */
  enginePid(): number;
}

const DATABASE = 'xplain';

export async function openEmbeddedStore(
  needs: EmbeddedNeeds,
  directory: string,
): Promise<EmbeddedStore> {
  const { limits, log } = needs;
  const files = await prepareEngineFiles(directory, memoryFor(limits.store.memoryBytesMax));
  const options: StartOptions = { files, limits: limits.store };
  const supervisor = superviseEngine(
    { limits: limits.store, log, start: (signal) => startEngine({ ...options, signal }) },
    await startWhenFree(needs, options),
    (address) => createConnection(address, { socketsMax: 1 }),
  );
  const connection = createConnection(() => supervisor.address(), {
    socketsMax: limits.store.connectionsMax,
  });
  const nodes = {
    connections: [connection],
    localDatabase: DATABASE,
    database: DATABASE,
    isReplicated: false,
  } as const;
  const store = createClickhouseStore(needs, nodes, () => supervisor.stop());
  try {
    await migrate(needs, nodes, { engine: 'MergeTree', cluster: undefined });
    // Damage shows at the start, when the engine has read its parts: say so at once.
    await store.health();
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
  return {
    ...store,
    enginePid: () => supervisor.enginePid(),
    health: async () =>
      supervisor.isUp()
        ? store.health()
        : { state: 'down', note: 'The local log store is being started again.' },
  };
}

/**
 * After a crash of ours the old engine may need a moment to go. One whose owner lives is somebody
 * else's, and waiting would not help.
 */
async function startWhenFree(needs: EmbeddedNeeds, options: StartOptions): Promise<Engine> {
  const deadline = needs.clock.now() + needs.limits.store.stopTimeoutMs;
  for (;;) {
    try {
      return await startEngine(options);
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      const isInUse = error.owner !== undefined && isProcessAlive(error.owner);
      if (isInUse || needs.clock.now() > deadline) throw error;
      await sleep(needs.limits.store.restartDelayMsMin);
    }
  }
}

/** Half of what this process may use, at most the limit. */
function memoryFor(bytesMax: number): number {
  const constrained = process.constrainedMemory();
  const machine = totalmem();
  const usable = constrained > 0 ? Math.min(constrained, machine) : machine;
  return Math.min(bytesMax, Math.floor(usable / 2));
}
