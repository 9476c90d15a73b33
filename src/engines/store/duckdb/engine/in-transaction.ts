import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

/** All of it or nothing. One transaction can change a single file only. */
export async function inTransaction<T>(
  connection: DuckDBConnection,
  work: () => Promise<T>,
  commit: () => Promise<unknown> = () => connection.run('COMMIT'),
): Promise<T> {
  await connection.run('BEGIN');
  try {
    const result = await work();
    await commit();
    return result;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

/** A stop meant for another statement may hit this one instead, and it fails without memory. */
const TRIES = 5;
const PAUSE_MS = 50;

/** A transaction that stays open would spoil its connection, and with it every statement that gets it. */
async function rollBack(connection: DuckDBConnection): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await sleep(PAUSE_MS);
    if (await isRolledBack(connection)) return;
  }
  throw new Error('FATAL a transaction cannot be rolled back');
}

async function isRolledBack(connection: DuckDBConnection): Promise<boolean> {
  try {
    await connection.run('ROLLBACK');
    return true;
  } catch (error) {
    // Of a commit that failed nothing is left.
    return error instanceof Error && error.message.includes('no transaction is active');
  }
}
