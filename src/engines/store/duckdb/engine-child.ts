/**
 * A separate program: owns the rows of a folder in DuckDB and serves its parent over a socket, until its standard input
 * closes.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { availableParallelism } from 'node:os';
import { EXIT_REFUSED, exitWith, readOrder, type ChildOrder } from '../child/exit-codes.ts';
import { holdFolder } from '../child/hold-folder.ts';
import { systemClock } from '../../../base/clock.ts';
import { STUCK } from './engine-commands.ts';
import { openEngine } from './engine/open-engine.ts';
import { createEngineServer } from './engine/serve.ts';

export interface DuckdbOrder extends ChildOrder {
  readonly folder: string;
  readonly socketPath: string;
  readonly memoryBytesMax: number;
  readonly statementBytesMax: number;
  /** Maximum number of concurrent statements. */
  readonly statementsMax: number;
}

/** For inserts, retention and filters, in addition to the statements of callers. */
const OWN_CONNECTIONS = 4;

await main(readOrder<DuckdbOrder>());

async function main(order: DuckdbOrder): Promise<void> {
  // Files created from here on are accessible only to their owner.
  process.umask(0o077);
  holdFolder(order);
  try {
    mkdirSync(order.folder, { recursive: true, mode: 0o700 });
    const options = {
      folder: order.folder,
      memoryBytesMax: order.memoryBytesMax,
      statementBytesMax: order.statementBytesMax,
      threads: Math.max(2, availableParallelism()),
      connections: order.statementsMax + OWN_CONNECTIONS,
    };
    // Rows are safe at any time: what was not committed comes again.
    const engine = await openEngine(options, systemClock, (queryId) =>
      exitWith(EXIT_REFUSED, `${STUCK}${queryId}`),
    );
    const lines = createInterface({ input: process.stdin });
    const key = String((await lines[Symbol.asyncIterator]().next()).value);
    const stop = (): void => {
      engine.close();
      exitWith(0);
    };
    process.stdin.on('end', stop);
    const onFatal = (): void => exitWith(EXIT_REFUSED, 'the engine has failed');
    rmSync(order.socketPath, { force: true });
    createEngineServer(key, engine.handle, onFatal).listen(order.socketPath, () => {
      process.stdout.write('ready\n');
    });
  } catch (error) {
    exitWith(EXIT_REFUSED, error instanceof Error ? error.message : String(error));
  }
}
