import type { DatabaseSync } from 'node:sqlite';
import { ConstraintViolation } from '../violations.ts';

/** SQLite's numbers, see https://sqlite.org/rescode.html. */
const CODES = {
  busy: 5,
  check: 275,
  foreignKey: 787,
  notNull: 1299,
  primaryKey: 1555,
  trigger: 1811,
  unique: 2067,
} as const;

/** Another process locks the file; nothing was changed, so the call can be retried. */
export function isBusy(error: unknown): boolean {
  // The lower byte is the primary error code, the rest is the extended one.
  return (codeOf(error) & 0xff) === CODES.busy;
}

/** A broken rule of the schema in the form both stores share; any other error as it came. */
export function toViolation(error: unknown, database: DatabaseSync): unknown {
  if (!(error instanceof Error)) return error;
  // `UNIQUE constraint failed: members.organization, members.user`, `CHECK constraint failed: name`
  const subject = error.message.replace(/^[A-Z ]+ constraint failed: /, '');
  switch (codeOf(error)) {
    case CODES.unique:
    case CODES.primaryKey:
      return new ConstraintViolation('unique', nameOfUnique(subject, database));
    case CODES.check:
    case CODES.trigger:
      return new ConstraintViolation('check', subject);
    case CODES.foreignKey:
      return new ConstraintViolation('foreign_key', '');
    case CODES.notNull:
      return new ConstraintViolation('not_null', subject);
    default:
      return error;
  }
}

function codeOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code : 0;
}

/** SQLite names the columns, PostgreSQL the constraint; the schema knows which one has those columns. */
function nameOfUnique(subject: string, database: DatabaseSync): string {
  // An index over an expression is named as such: `index 'members_address'`.
  const named = /^index '(.+)'$/.exec(subject)?.[1];
  if (named !== undefined) return named;
  const columns = subject.split(', ');
  const table = columns[0]?.split('.')[0] ?? '';
  const names = columns.map((column) => column.slice(table.length + 1));

  const indexes = database.prepare(
    `select list.name, list.origin, group_concat(info.name, ', ' order by info.seqno) as columns
     from pragma_index_list(?) as list, pragma_index_info(list.name) as info
     where list."unique" = 1 group by list.name`,
  );
  const index = indexes.all(table).find((row) => row['columns'] === names.join(', '));
  if (index?.['origin'] === 'c') return String(index['name']);
  if (index?.['origin'] !== 'u') return `${table}_pkey`;
  return namedUnique(table, names, database) ?? `${table}_${names.join('_')}_key`;
}

/** The name given by `constraint … unique (…)` is only in the SQL of the table. */
function namedUnique(
  table: string,
  names: readonly string[],
  database: DatabaseSync,
): string | undefined {
  const text = database.prepare('select sql from sqlite_master where name = ?').get(table)?.['sql'];
  const rules = String(text).matchAll(/constraint\s+(\w+)\s+unique\s*\(([^)]*)\)/gi);
  const columnsOf = (list = ''): string[] => list.split(',').map((column) => column.trim());
  return rules.find(([, , list]) => columnsOf(list).join() === names.join())?.[1];
}
