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

/** Whoever stops a statement may meet this one instead; a transaction that stays open would spoil its connection. */
const TRIES = 3;

async function rollBack(connection: DuckDBConnection): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    const isDone = await connection.run('ROLLBACK').then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}
