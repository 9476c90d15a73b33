/** Makes filters that are missing from the rows: after a restart, after damage, after a file was rewritten. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDBMapValue } from '@duckdb/node-api';
import { PROMOTED } from '../../../schema/columns.ts';
import type { Database } from '../database.ts';
import type { DayFile } from '../day-file.ts';
import { eachValue, eachWord, openPair, type OnKey } from './key-hash.ts';

export async function learnGroups(
  database: Database,
  file: DayFile,
  isStopped: () => boolean,
): Promise<void> {
  const { filters } = file;
  // Newest first: they are queried most.
  for (const group of filters.unknown().toReversed()) {
    if (isStopped()) return;
    const rows = await database.use((connection) => readRows(connection, file, group));
    filters.learn(group, (onKey) => {
      for (const row of rows) readRow(row, onKey);
    });
    await nextTurn();
  }
}

interface Row {
  readonly body: string;
  readonly pairs: readonly (readonly [string, string])[];
}

const COLUMNS = ['body', ...PROMOTED, 'attributes'].map((name) => `"${name}"`).join(', ');

async function readRows(
  connection: DuckDBConnection,
  { catalog }: DayFile,
  group: number,
): Promise<Row[]> {
  const answer = await connection.runAndReadAll(
    `SELECT ${COLUMNS} FROM ${catalog}.logs WHERE "block" = ${group}`,
  );
  return answer.getRows().map(([body, ...others]) => {
    const attributes = others.at(-1);
    const promoted = PROMOTED.map((name, i) => [name, String(others[i])] as const);
    const entries = attributes instanceof DuckDBMapValue ? attributes.entries : [];
    return {
      body: String(body),
      pairs: [
        ...promoted.filter(([, value]) => value !== ''),
        ...entries.map(({ key, value }) => [String(key), String(value)] as const),
      ],
    };
  });
}

function readRow({ body, pairs }: Row, onKey: OnKey): void {
  const bytes = Buffer.from(body);
  eachWord(bytes, 0, bytes.length, onKey);
  for (const [key, value] of pairs) {
    const name = Buffer.from(key);
    const text = Buffer.from(value);
    eachValue(openPair(name, 0, name.length), text, 0, text.length, onKey);
  }
}
