import { sql, type RawBuilder } from 'kysely';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';

/** The tables that better-auth works with, through statements it composes itself. */
export type AccountTable = 'users' | 'sessions' | 'accounts' | 'verifications';

export type Row = Record<string, string | number | null>;

export interface Condition {
  readonly field: string;
  readonly operator: string | undefined;
  readonly value: unknown;
  readonly connector: 'AND' | 'OR' | undefined;
}

export interface RowOrder {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
}

type Reader = Pick<Metadata, 'db'> | Unit;

const ROWS_MAX = 1_000;

export async function selectRows(
  { db }: Reader,
  table: AccountTable,
  where: readonly Condition[],
  order: RowOrder = {},
): Promise<Row[]> {
  const { sortBy } = order;
  const sorting =
    sortBy === undefined
      ? sql``
      : sql`order by ${sql.ref(sortBy.field)} ${sortBy.direction === 'desc' ? sql`desc` : sql`asc`}`;
  const limit = Math.min(order.limit ?? ROWS_MAX, ROWS_MAX);
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} ${matching(where)} ${sorting}
    limit ${limit} offset ${order.offset ?? 0}`.execute(db);
  return rows;
}

export async function countRows(
  { db }: Reader,
  table: AccountTable,
  where: readonly Condition[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} ${matching(where)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertRow({ db }: Unit, table: AccountTable, row: Row): Promise<Row> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  const { rows } = await sql<Row>`
    insert into ${sql.table(table)} (${sql.join(columns)})
    values (${sql.join(Object.values(row))}) returning *`.execute(db);
  const [inserted] = rows;
  if (inserted === undefined) throw new Error('an inserted row came back empty');
  return inserted;
}

export async function updateRows(
  { db }: Unit,
  table: AccountTable,
  where: readonly Condition[],
  change: Row,
): Promise<Row[]> {
  const assignments = Object.entries(change).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  if (assignments.length === 0) return selectRows({ db }, table, where);
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set ${sql.join(assignments)} ${matching(where)} returning *`.execute(
    db,
  );
  return rows;
}

export async function deleteRows(
  { db }: Unit,
  table: AccountTable,
  where: readonly Condition[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    delete from ${sql.table(table)} ${matching(where)} returning *`.execute(db);
  return rows;
}

/** All AND conditions and at least one OR condition must match. */
function matching(where: readonly Condition[]): RawBuilder<unknown> {
  const all = where.filter(({ connector }) => connector !== 'OR').map(conditionSql);
  const some = where.filter(({ connector }) => connector === 'OR').map(conditionSql);
  const parts = some.length === 0 ? all : [...all, sql`(${sql.join(some, sql` or `)})`];
  return parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`;
}

const COMPARISONS: Readonly<Record<string, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  lt: sql`<`,
  lte: sql`<=`,
  gt: sql`>`,
  gte: sql`>=`,
};

function conditionSql({ field, operator = 'eq', value }: Condition): RawBuilder<unknown> {
  const column = sql.ref(field);
  if (operator === 'in' && Array.isArray(value)) {
    return value.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(value)})`;
  }
  if (value === null && operator === 'eq') return sql`${column} is null`;
  if (value === null && operator === 'ne') return sql`${column} is not null`;
  const comparison = COMPARISONS[operator];
  if (comparison === undefined) throw new Error(`the operator ${operator} is not supported`);
  return sql`${column} ${comparison} ${value}`;
}
