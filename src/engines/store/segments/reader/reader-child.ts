/**
 * A separate program: reads parts with DuckDB for its parent, over a socket, until its standard input closes. It has no
 * state, so it can be ended at any time.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type ChildOrder, EXIT_REFUSED, exitWith, readOrder } from '../../child/exit-codes.ts';
import { holdFolder } from '../../child/hold-folder.ts';
import { STUCK } from '../../duckdb/engine-commands.ts';
import { EXPORT_FOLDER, openDatabase } from '../../duckdb/engine/database.ts';
import { createRunning } from '../../duckdb/engine/running.ts';
import { createEngineServer } from '../../duckdb/engine/serve.ts';
import { createPlanHandler } from './run-plan.ts';

export interface ReaderOrder extends ChildOrder {
  readonly folder: string;
  readonly socketPath: string;
  readonly memoryBytesMax: number;
  /** What one statement may take. */
  readonly statementBytesMax: number;
  /** Maximum number of concurrent statements. */
  readonly statementsMax: number;
}

await main(readOrder<ReaderOrder>());

async function main(order: ReaderOrder): Promise<void> {
  // From here on, everything is created for the owner only.
  process.umask(0o077);
  holdFolder(order);
  try {
    mkdirSync(order.folder, { recursive: true, mode: 0o700 });
    // What an earlier run was about to send.
    rmSync(join(order.folder, EXPORT_FOLDER), { recursive: true, force: true });
    const database = await openDatabase({
      folder: order.folder,
      memoryBytesMax: order.memoryBytesMax,
      statementBytesMax: order.statementBytesMax,
      threads: Math.max(2, availableParallelism()),
      connections: order.statementsMax,
    });
    const handle = createPlanHandler({
      database,
      running: createRunning((queryId) => exitWith(EXIT_REFUSED, `${STUCK}${queryId}`)),
      folder: order.folder,
    });
    const lines = createInterface({ input: process.stdin });
    const key = String((await lines[Symbol.asyncIterator]().next()).value);
    process.stdin.on('end', () => {
      database.close();
      exitWith(0);
    });
    const onFatal = (): void => exitWith(EXIT_REFUSED, 'the engine has failed');
    rmSync(order.socketPath, { force: true });
    createEngineServer(key, handle, onFatal).listen(order.socketPath, () => {
      process.stdout.write('ready\n');
    });
  } catch (error) {
    exitWith(EXIT_REFUSED, error instanceof Error ? error.message : String(error));
  }
}
