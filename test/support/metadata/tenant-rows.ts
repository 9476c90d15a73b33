/**
 * Rows of two organizations in every table, made from the schema: the same people, the same states and times, but
 * ids and texts of their own. Row `k` of one organization names row `k` of others, so that joins find something.
 */
import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { hashCode } from './hash-code.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isKey: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Its rows belong to an organization, by a column of their own or through what they hang on. */
  readonly isOfTenants: boolean;
  /** The tables that its rows hang on, and go with. */
  readonly parents: readonly string[];
}

/** Whose rows: of one of two organizations with the same people, or of one of two people in the same organization. */
export interface Owner {
  readonly scope: Scope;
  readonly side: Side;
}
export type Scope = 'organization' | 'person';
type Side = 'a' | 'b';
type Row = Readonly<Record<string, SQLInputValue>>;

export const ROWS_EACH = 8;
export const ADDRESS = 'same@example.com';

/** Columns that hold one of a few values which no statement names. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  role: ['owner', 'member'],
  provider: ['google'],
  signed_in_with: ['google', 'password'],
  'accounts.provider_id': ['credential'],
  'accounts.password': ['a hash', 'another hash'],
  'alert_rules.kind': ['count'],
  'alert_rule_runs.health': ['ok', 'behind'],
};

export function organizationOf({ scope, side }: Owner): string {
  return scope === 'organization' ? `org_${side}` : 'org_same';
}

export function personOf({ scope, side }: Owner): string {
  return scope === 'person' ? `user_${side}` : 'user_same';
}

export function readTables(file: string): Table[] {
  using db = new DatabaseSync(file, { readOnly: true });
  const names = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
    .all()
    .map((row) => String(row['name']));
  const columnsOf = (name: string): Column[] =>
    db
      .prepare(`SELECT name, type, "notnull" AS required, pk FROM pragma_table_info(?)`)
      .all(name)
      .map((row) => ({
        name: String(row['name']),
        type: String(row['type']),
        isNullable: row['required'] === 0 && row['pk'] === 0,
        isKey: row['pk'] !== 0,
      }));
  const parentsOf = (name: string): string[] =>
    db
      .prepare(`SELECT "table" AS parent FROM pragma_foreign_key_list(?)`)
      .all(name)
      .map((row) => String(row['parent']));
  const tenants = new Set(['organizations']);
  for (const name of names) {
    if (columnsOf(name).some(isOrganization)) tenants.add(name);
  }
  for (const name of names) {
    if (parentsOf(name).some((parent) => tenants.has(parent))) tenants.add(name);
  }
  return names
    .filter((name) => name !== 'schema_migrations')
    .map((name) => ({
      name,
      columns: columnsOf(name),
      isOfTenants: tenants.has(name),
      parents: parentsOf(name),
    }));
}

/** Puts the rows of one side into a store that is not open. What belongs to nobody comes with the first side. */
export function putRows(file: string, tables: readonly Table[], owner: Owner): void {
  using db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec('PRAGMA ignore_check_constraints = ON; BEGIN');
  for (const table of tables) {
    if (owner.side === 'b' && !isOwned(table, owner)) continue;
    for (let k = 0; k < ROWS_EACH; k += 1) {
      const row = rowOf(table, owner, k);
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      const columns = names.map((name) => `"${name}"`).join(', ');
      db.prepare(`INSERT OR IGNORE INTO "${table.name}" (${columns}) VALUES (${places})`).run(
        ...Object.values(row),
      );
    }
  }
  db.exec('COMMIT');
}

function isOwned(table: Table, { scope }: Owner): boolean {
  const isShared = table.name === 'organizations';
  const isOfPeople = !isShared && (table.name === 'users' || table.columns.some(isUser));
  return scope === 'organization' ? table.isOfTenants : isOfPeople;
}

export function rowOf(table: Table, owner: Owner, k: number): Row {
  return Object.fromEntries(
    table.columns.map((column) => [column.name, valueOf(table, column, owner, k)]),
  );
}

function valueOf(table: Table, column: Column, owner: Owner, k: number): SQLInputValue {
  const own = `${owner.side}${k}`;
  if (isOrganization(column)) return organizationOf(owner);
  if (table.name === 'organizations' && column.name === 'id') return organizationOf(owner);
  if (table.name === 'users' && column.name === 'id') return k === 0 ? personOf(owner) : own;
  if (isUser(column)) return personOf(owner);
  if (column.name === 'email' && owner.scope === 'organization') {
    return k === 0 ? ADDRESS : `${own}@example.com`;
  }
  const place = `${table.name}.${column.name}`;
  const given = CHOICES[place] ?? CHOICES[column.name];
  const isId = /(?:^|_)id$/.test(column.name) && column.type === 'TEXT';
  if (isId && given === undefined) return own;
  const named = given ?? knownValues().get(place) ?? [];
  const fitting = named.filter((value) => (typeof value === 'number') === isNumeric(column));
  const choices: SQLInputValue[] = [
    ...(column.isNullable && given === undefined ? [null] : []),
    ...fitting,
  ];
  if (fitting.length === 0 || column.isKey) choices.push(...usual(column, own, timeOf(owner, k)));
  return choices[hashCode(`${place}.${k}`) % choices.length] ?? null;
}

function isUser({ name }: Column): boolean {
  // A directory has names of its own for people.
  return /(?:^|_)user_id$|_by$/.test(name) && name !== 'directory_user_id';
}

function isOrganization({ name }: Column): boolean {
  return /(?:^|_)organization_id$|^confined_to$/.test(name);
}

/** Times and other numbers of the two sides differ, so that a greatest or a sum tells whose they are. */
function timeOf({ side }: Owner, k: number): number {
  return (side === 'a' ? 1_000 : 1_100) + k;
}

function usual(column: Column, own: string, time: number): SQLInputValue[] {
  if (/^(?:is|has)_/.test(column.name)) return [0, 1];
  if (isNumeric(column)) return [time];
  return column.type === 'BLOB' ? [Buffer.from(own)] : [own];
}

function isNumeric({ type }: Column): boolean {
  return type !== 'TEXT' && type !== 'BLOB';
}

let found: Map<string, SQLInputValue[]> | undefined;

/** What statements compare each column with, by `table.column`. */
function knownValues(): ReadonlyMap<string, readonly SQLInputValue[]> {
  if (found !== undefined) return found;
  found = new Map();
  const comparison =
    /\(\s*'(?:\w+\.)?(\w+)',\s*'(?:=|!=|<>|in|not in)',\s*('[^']*'|\d+|\[[^\]]*\])/g;
  for (const file of globSync('src/**/*-table.ts')) {
    const text = readFileSync(file, 'utf8');
    const tables = new Set([...text.matchAll(STATEMENT)].map(([, name = '']) => name));
    for (const [, column = '', value = ''] of text.matchAll(comparison)) {
      for (const table of tables) note(found, `${table}.${column}`, value);
    }
  }
  return found;
}

const STATEMENT = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g;

function note(known: Map<string, SQLInputValue[]>, place: string, value: string): void {
  const all = known.get(place) ?? [];
  for (const [text] of value.matchAll(/'[^']*'|\b\d+\b/g)) {
    const each = text.startsWith("'") ? text.slice(1, -1) : Number(text);
    if (!all.includes(each)) all.push(each);
  }
  known.set(place, all);
}
