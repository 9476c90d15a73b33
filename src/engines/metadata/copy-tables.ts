/** Copies every table of one metadata store into another, empty one, in one transaction. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { StartError } from '../../base/errors.ts';
import type { Metadata } from './metadata.ts';
import type { Tables } from './tables.ts';

/** The schema exists already, and leases belong to nodes that no longer run. */
const LEFT_OUT: ReadonlySet<string> = new Set(['schema_migrations', 'schema_additions', 'leases']);
/** Rows of one statement: with the widest table its values are a fifth of what the stores take. */
const ROWS_AT_ONCE = 200;

/**
 * Copies all rows or none. `mark` is stored in the settings of the target, where `readMark` finds it. Returns the
 * number of rows per table.
 */
export async function copyTables(
  from: Metadata,
  to: Metadata,
  mark: Mark,
): Promise<Record<string, number>> {
  const tables = await tablesOf(from);
  return to.transaction(async ({ db }) => {
    const filled = await filledTables(db, tables);
    if (filled.length > 0) throw notEmpty(filled);
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await copyTable(from, db, table);
    await sql`insert into settings (key, value, changed_at) values (${MARK_KEY}, ${mark.value}, ${mark.at})`.execute(
      db,
    );
    return counts;
  });
}

export interface Mark {
  readonly value: string;
  readonly at: number;
}

const MARK_KEY = 'migrated-from';

/** What the last `copyTables` into this store has left; undefined when there was none. */
export async function readMark({ db }: Metadata): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from settings where key = ${MARK_KEY}`.execute(db);
  return rows[0]?.value;
}

/** Tables of a store that contain rows. */
export async function findFilled(from: Metadata, to: Metadata): Promise<string[]> {
  return filledTables(to.db, await tablesOf(from));
}

/** In the order in which they were created: each refers only to those before it. */
async function tablesOf({ dialect, db }: Metadata): Promise<string[]> {
  if (dialect !== 'sqlite') {
    throw new StartError('Only the metadata of a data folder can be moved.');
  }
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid`.execute(
    db,
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name));
}

async function filledTables(db: Kysely<Tables>, tables: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    const { rows } = await sql`select 1 as found from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

function notEmpty(tables: readonly string[]): StartError {
  return new StartError(`The metadata store of the target is not empty: ${tables.join(', ')}.`);
}

type Row = Readonly<Record<string, unknown>>;

/** Row position; no column has this name. */
const PLACE = 'place_in_table';

async function copyTable(from: Metadata, db: Kysely<Tables>, table: string): Promise<number> {
  let count = 0;
  let last = 0;
  for (;;) {
    const { rows } = await sql<Row>`
      select rowid as ${sql.ref(PLACE)}, * from ${sql.table(table)}
      where rowid > ${last} order by rowid limit ${ROWS_AT_ONCE}`.execute(from.db);
    if (rows.length === 0) return count;
    last = Number(rows.at(-1)?.[PLACE]);
    await insertRows(db, table, rows);
    count += rows.length;
  }
}

async function insertRows(db: Kysely<Tables>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== PLACE);
  const lines = rows.map((row): RawBuilder<unknown> => {
    const values = columns.map((name) => sql`${valueOf(row[name])}`);
    return sql`(${sql.join(values)})`;
  });
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(lines)}`.execute(db);
}

/** The driver of PostgreSQL takes bytes only in this form. */
function valueOf(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}
