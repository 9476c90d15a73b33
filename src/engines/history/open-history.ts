import type { History } from './history.ts';

/** Opens the file, or makes it. */
export async function openHistory(file: string): Promise<History> {
  const { openSqliteHistory } = await import('./sqlite/open-sqlite-history.ts');
  return openSqliteHistory(file);
}
