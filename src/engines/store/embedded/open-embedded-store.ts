/** The log store on one machine: a ClickHouse server in a process of ours, on loopback. */
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { engineMemory } from '../child/engine-memory.ts';
import { refuseForeignFolder } from '../child/engine-of-folder.ts';
import { startWhenFree } from '../child/start-when-free.ts';
import { superviseEngine, superviseStore, type EmbeddedStore } from '../child/supervise-engine.ts';
import { createClickhouseStore } from '../clickhouse/clickhouse-store.ts';
import { type Connection, createConnection } from '../clickhouse/connection.ts';
import { migrate } from '../clickhouse/migrate.ts';
import type { Engine } from '../child/start-child.ts';
import { countsWhatItHolds } from './counted-memory.ts';
import { newEngineFiles, prepareEngineFolder } from './engine-files.ts';
import { startEngine } from './start-engine.ts';

export interface EmbeddedNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

const DATABASE = 'xplain';

export async function openEmbeddedStore(
  needs: EmbeddedNeeds,
  directory: string,
): Promise<EmbeddedStore> {
  const { limits, log } = needs;
  refuseForeignFolder(directory, 'clickhouse');
  await prepareEngineFolder(directory);
  const memoryBytesMax = engineMemory(limits.store.memoryBytesMax);
  const start = (signal?: AbortSignal): Promise<Engine> =>
    startEngine({
      files: newEngineFiles(directory, memoryBytesMax),
      limits: limits.store,
      ...(signal === undefined ? {} : { signal }),
    });
  const counted = { memoryBytesMax, silenceMsMax: limits.store.watchEveryMs };
  const isSound = (engine: Engine, own: Connection): Promise<boolean> =>
    countsWhatItHolds(counted, engine, own);
  const supervisor = superviseEngine(
    { limits: limits.store, log, start, isSound },
    await startWhenFree(needs, () => start()),
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
  return superviseStore(supervisor, store, () =>
    migrate(needs, nodes, { engine: 'MergeTree', cluster: undefined }),
  );
}
