/** The inside of the DuckDB engine without its process, for tests of its files. */
import type { LogsRead } from '../../../src/engines/store/duckdb/dialect/translate.ts';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/base/clock.ts';
import { createBlockEncoder } from '../../../src/engines/store/block-encoder.ts';
import { openDatabase, type Database } from '../../../src/engines/store/duckdb/engine/database.ts';
import { openDayFiles, type DayFiles } from '../../../src/engines/store/duckdb/engine/day-files.ts';
import {
  createInserter,
  type Inserter,
} from '../../../src/engines/store/duckdb/engine/insert-batches.ts';
import type { Batch } from '../../../src/engines/store/duckdb/engine/prepare-batches.ts';
import { createRowIds } from '../../../src/engines/store/row-ids.ts';
import { MB } from '../../../src/spec/units.ts';
import type { LogRecord } from '../../../src/base/record.ts';

export interface OpenedFiles extends Disposable {
  readonly database: Database;
  readonly files: DayFiles;
  readonly inserter: Inserter;
  /** How many rows there are of each body. */
  bodies(): Promise<Map<string, number>>;
}

export async function openFiles(folder: string, clock: Clock): Promise<OpenedFiles> {
  const database = await openDatabase({
    folder,
    memoryBytesMax: 600 * MB,
    threads: 2,
    connections: 4,
  });
  try {
    const files = await openDayFiles({ database, clock, folder });
    const requireRoom = async (): Promise<void> => {};
    const inserter = await createInserter({ database, files, clock, requireRoom });
    return {
      database,
      files,
      inserter,
      bodies: () => countBodies(database, files),
      [Symbol.dispose]: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function countBodies(database: Database, files: DayFiles): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await database.use(async (connection) => {
    for (const { catalog } of files.all()) {
      const answer = await connection.runAndReadAll(
        `SELECT body, count(*)::INTEGER FROM ${catalog}.logs GROUP BY body`,
      );
      for (const [body, count] of answer.getRows()) {
        counts.set(String(body), (counts.get(String(body)) ?? 0) + Number(count));
      }
    }
  });
  return counts;
}

const encoder = createBlockEncoder(createRowIds({ now: () => Date.now() }, 1));

export function encodedBatch(records: readonly LogRecord[], isRepeated = false): Batch {
  const bytes = Buffer.from(encoder.encode(records).bytes);
  return { token: randomUUID(), bytes, isRepeated };
}

/** A read of `logs` that asks for nothing in particular. */
export const everything: LogsRead = {
  from: undefined,
  to: undefined,
  receivedFrom: undefined,
  receivedTo: undefined,
  storedFrom: undefined,
  storedTo: undefined,
  organization: undefined,
  indexes: undefined,
  words: [],
  pairs: [],
  choices: [],
  rowIdFrom: undefined,
  rowIdTo: undefined,
};
