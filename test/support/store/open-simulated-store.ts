/** The local log store in this process and by a clock of the test, so that hours of storing take seconds. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Clock } from '../../../src/base/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { createConnection } from '../../../src/engines/store/clickhouse/connection.ts';
import { createDuckdbStore } from '../../../src/engines/store/duckdb/duckdb-store.ts';
import { KEY_HEADER } from '../../../src/engines/store/duckdb/engine-commands.ts';
import { openEngine } from '../../../src/engines/store/duckdb/engine/open-engine.ts';
import { createEngineServer } from '../../../src/engines/store/duckdb/engine/serve.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import { MB } from '../../../src/spec/units.ts';
import { LIMITS } from '../limits.ts';
import { removeFolder } from '../remove-folder.ts';

/** Where another process of the test reaches the store. */
export interface StoreAddress {
  readonly socketPath: string;
  readonly key: string;
}

/** For all tests of a file. `stored_at` and the frontier go by the clock. */
export async function openSimulatedStore(clock: Clock): Promise<LogStore> {
  return (await serveSimulatedStore(clock)).store;
}

/** The same, which other processes may use as well. */
export async function serveSimulatedStore(
  clock: Clock,
): Promise<{ readonly store: LogStore; readonly address: StoreAddress }> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-simulated-'));
  const engine = await openEngine(
    { folder, memoryBytesMax: 600 * MB, threads: 2, connections: 8 },
    clock,
  );
  const key = randomBytes(32).toString('hex');
  const address = { socketPath: join(folder, 'socket'), key };
  const server = createEngineServer(key, engine.handle, () => {});
  server.listen(address.socketPath);
  await once(server, 'listening');
  const store = connectSimulatedStore(address, async () => {
    server.close();
    server.closeAllConnections();
    engine.close();
    removeFolder(folder);
  });
  after(() => store[Symbol.asyncDispose]());
  return { store, address };
}

/** The store that another process serves. */
export function connectSimulatedStore(
  { socketPath, key }: StoreAddress,
  dispose: () => Promise<void> = async () => {},
): LogStore {
  const address = {
    url: new URL('http://localhost'),
    socketPath,
    user: 'xplain',
    password: '',
    headers: { [KEY_HEADER]: key },
  };
  const connection = createConnection(() => address, { socketsMax: 8 });
  return createDuckdbStore({ limits: LIMITS, log: silentLog }, connection, dispose);
}
