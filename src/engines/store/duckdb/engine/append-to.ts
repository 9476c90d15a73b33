import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';

/** Adds rows to a table of a file, in the transaction of the connection. */
export async function appendTo(
  connection: DuckDBConnection,
  catalog: string,
  table: 'logs' | 'minutes' | 'batches',
  append: (appender: DuckDBAppender) => void | Promise<void>,
): Promise<void> {
  const appender = await connection.createAppender(table, 'main', catalog.slice(1, -1));
  try {
    await append(appender);
    appender.closeSync();
  } catch (error) {
    // Otherwise it would write its remaining rows on garbage collection, outside of any transaction.
    appender.clear();
    throw error;
  }
}
