import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Page } from '../../base/cursor.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from './metadata.ts';
import type { Tables } from './tables.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Tables whose rows name their organization. */
type OwnTable = {
  [Name in keyof Tables]: Tables[Name] extends { organization_id: string } ? Name : never;
}[keyof Tables];

/** The id of a row, or the values that some of its columns have; null is a value, too. */
type Key<Row> = string | Partial<Row>;

export interface OrganizationRows<Row> {
  /** Newest first, one row more than the page size. */
  readonly page: (
    reader: Reader,
    organization: OrganizationId,
    page: Page,
    only?: Partial<Row>,
  ) => Promise<Row[]>;
  readonly find: (
    reader: Reader,
    organization: OrganizationId,
    key: Key<Row>,
  ) => Promise<Row | undefined>;
  /** All of them, in the order of these columns. */
  readonly list: (
    reader: Reader,
    organization: OrganizationId,
    only: Partial<Row>,
    ...order: (keyof Row & string)[]
  ) => Promise<Row[]>;
  /** Those with these ids that there are. */
  readonly among: (
    reader: Reader,
    organization: OrganizationId,
    ids: readonly string[],
  ) => Promise<Row[]>;
  readonly count: (reader: Reader, organization: OrganizationId) => Promise<number>;
  readonly countWith: (
    reader: Reader,
    organization: OrganizationId,
    only: Partial<Row>,
  ) => Promise<number>;
  readonly insert: (unit: Unit, row: Row) => Promise<void>;
  /** The updated row; undefined if no row has this key. */
  readonly update: (
    unit: Reader,
    organization: OrganizationId,
    key: Key<Row>,
    set: Partial<Row>,
  ) => Promise<Row | undefined>;
  /** The deleted row; undefined if it didn't exist. */
  readonly remove: (
    unit: Unit,
    organization: OrganizationId,
    key: Key<Row>,
  ) => Promise<Row | undefined>;
}

/** The statements that most tables of organizations need. Each of them names the organization. */
export function organizationRows<Name extends OwnTable>(
  table: Name,
): OrganizationRows<Tables[Name]> {
  const rows: OrganizationRows<AnyRow> = {
    page: ({ db }, organization, page, only = {}) =>
      newestFirst(anyRows(db, table, organization, only).selectAll(), page).execute(),
    find: ({ db }, organization, key) =>
      anyRows(db, table, organization, {})
        .selectAll()
        .where(hasColumns(columnsOf(key)))
        .executeTakeFirst(),
    list({ db }, organization, only, ...order) {
      let query = anyRows(db, table, organization, only).selectAll();
      for (const column of order) query = query.orderBy(sql.ref(column));
      return query.execute();
    },
    async among({ db }, organization, ids) {
      if (ids.length === 0) return [];
      const query = anyRows(db, table, organization, {}).selectAll();
      return query.where('id', 'in', [...ids]).execute();
    },
    count: (reader, organization) => rows.countWith(reader, organization, {}),
    async countWith({ db }, organization, only) {
      const { count } = await anyRows(db, table, organization, only)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async insert({ db }, row) {
      await anyTable(db).insertInto(nameOf(table)).values(row).execute();
    },
    update: ({ db }, organization, key, set) =>
      anyTable(db)
        .updateTable(nameOf(table))
        .set(set)
        .where('organization_id', '=', organization)
        .where(hasColumns(columnsOf(key)))
        .returningAll()
        .executeTakeFirst(),
    remove: ({ db }, organization, key) =>
      anyTable(db)
        .deleteFrom(nameOf(table))
        .where('organization_id', '=', organization)
        .where(hasColumns(columnsOf(key)))
        .returningAll()
        .executeTakeFirst(),
  };
  // Its statements return rows of the table they are on.
  return rows as unknown as OrganizationRows<Tables[Name]>;
}

/** Columns that the rows of all these tables share. */
interface AnyRow {
  readonly organization_id: string;
  readonly id: string;
  readonly created_at: number;
}

/** Kysely can't infer types for a variable table name. */
function anyTable(db: Kysely<Tables>): Kysely<{ rows: AnyRow }> {
  return db as unknown as Kysely<{ rows: AnyRow }>;
}

function nameOf(table: OwnTable): 'rows' {
  return table as 'rows';
}

function anyRows(
  db: Kysely<Tables>,
  table: OwnTable,
  organization: OrganizationId,
  only: Partial<AnyRow>,
) {
  const rows = anyTable(db).selectFrom(nameOf(table)).where('organization_id', '=', organization);
  return Object.keys(only).length === 0 ? rows : rows.where(hasColumns(only));
}

function columnsOf(key: Key<AnyRow>): Partial<AnyRow> {
  return typeof key === 'string' ? { id: key } : key;
}

/** Without any column it would be all rows of the organization, so that is refused. */
function hasColumns(columns: Partial<AnyRow>) {
  const conditions = Object.entries(columns).map(([column, value]: [string, unknown]) => {
    if (value === undefined) throw new TypeError(`no value for the column ${column}`);
    return value === null
      ? sql<SqlBool>`${sql.ref(column)} is null`
      : sql<SqlBool>`${sql.ref(column)} = ${value}`;
  });
  if (conditions.length === 0) throw new TypeError('a row is found by its key');
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** A page of rows by creation time, and one more row to detect a next page. */
export function newestFirst<Schema, From extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, From, Row>,
  { limit, after }: Page,
): SelectQueryBuilder<Schema, From, Row> {
  const ordered = query
    .orderBy(sql.ref('created_at'), 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .limit(limit + 1);
  if (after === undefined) return ordered;
  return ordered.where(sql<SqlBool>`(created_at, id) < (${after.at}, ${after.id})`);
}
