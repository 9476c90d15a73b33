/** Which batches have been stored. The newest tokens are known here, older ones the files know. */
import { DuckDBTimestampMillisecondsValue, type DuckDBConnection } from '@duckdb/node-api';
import { appendTo } from './append-to.ts';
import type { Database } from './database.ts';
import type { DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';
import { writeStored } from './stored-count.ts';

export interface Tokens {
  isKnown(batch: { readonly token: string; readonly isRepeated: boolean }): Promise<boolean>;
  /** In the transaction of the rows. */
  write(
    connection: DuckDBConnection,
    file: DayFile,
    batches: readonly { readonly token: string }[],
    now: number,
  ): Promise<void>;
  /** They are stored for good. */
  note(file: DayFile, batches: readonly { readonly token: string }[]): void;
}

/**
 * A writer that does not learn the result of an insert repeats it immediately, or marks it as a possible repetition.
 */
const KEPT_MAX = 10_000;
/** Files in which a token is looked for: a batch that is older would be a dead letter. */
const FILES_MAX = 2;

export async function createTokens(database: Database, files: DayFiles): Promise<Tokens> {
  const kept = new Set<string>();
  const newest = files.all().slice(-FILES_MAX);
  await database.use(async (connection) => {
    for (const { catalog } of newest) {
      const recent = `SELECT token FROM ${catalog}.batches ORDER BY stored_at DESC LIMIT ${KEPT_MAX}`;
      const tokens = await unlessDamaged(files, () => connection.runAndReadAll(recent));
      for (const [token] of tokens?.getRows().toReversed() ?? []) keep(kept, String(token));
    }
  });
  return {
    async isKnown({ token, isRepeated }) {
      if (kept.has(token) || !isRepeated) return kept.has(token);
      return database.use((connection) => isInFile(connection, files, token));
    },
    async write(connection, file, batches, now) {
      const storedAt = new DuckDBTimestampMillisecondsValue(BigInt(now));
      // Reading a statement and planning it would take longer than all of this.
      await appendTo(connection, file.catalog, 'batches', (appender) => {
        for (const { token } of batches) {
          appender.appendVarchar(token);
          appender.appendTimestampMilliseconds(storedAt);
          appender.endRow();
        }
      });
    },
    note(file, batches) {
      for (const { token } of batches) keep(kept, token);
      file.bounds.batches += batches.length;
      writeStored(file.path, file.bounds.batches);
    },
  };
}

async function isInFile(
  connection: DuckDBConnection,
  files: DayFiles,
  token: string,
): Promise<boolean> {
  const newest = files.all().slice(-FILES_MAX);
  const release = files.hold(newest);
  try {
    for (const { catalog } of newest) {
      const known = `SELECT 1 FROM ${catalog}.batches WHERE token = $token LIMIT 1`;
      const answer = await unlessDamaged(files, () => connection.runAndReadAll(known, { token }));
      if (answer !== undefined && answer.currentRowCount > 0) return true;
    }
    return false;
  } finally {
    release();
  }
}

/** Rows of a batch whose token cannot be read any more are still found by their own ids. */
async function unlessDamaged<T>(files: DayFiles, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!files.noteDamage(error)) throw error;
    return undefined;
  }
}

function keep(kept: Set<string>, token: string): void {
  kept.add(token);
  if (kept.size <= KEPT_MAX) return;
  const [oldest] = kept;
  if (oldest !== undefined) kept.delete(oldest);
}
