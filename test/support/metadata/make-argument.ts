import { ADDRESS, organizationOf, personOf, rowOf, type Owner, type Table } from './tenant-rows.ts';
import type { Parameter } from './table-functions.ts';
import { globSync, readFileSync } from 'node:fs';

/** What every argument of a call is made from. */
export interface Given extends Owner {
  readonly text: string;
  readonly k: number;
  readonly number: number;
}

/** Beyond all numbers in rows. */
const NUMBER_OF_ROWS = 1e6;

export const UNKNOWN = Symbol('a type that nothing is made of');

export function isPerson({ name, type }: Parameter): boolean {
  return type === 'UserId' || (type === 'string' && /^(?:user|who)/.test(name));
}

const STORE = /^(?:Reader|Unit|Db|Pick<Metadata, '\w+'(?: \| '\w+')*>(?: \| Unit)?)$/;

/** A value of the type that is written, or `UNKNOWN`. Readers and units are named by `unit` and `db`. */
export function makeArgument(
  { name, type, meaning }: Parameter,
  given: Given,
  tables: readonly Table[],
): unknown {
  if (STORE.test(type)) return 'unit';
  if (/^(?:Kysely|Transaction)<Tables>$/.test(type)) return 'db';
  if (type.startsWith('{ ')) return makeObject(type, given, tables);
  const optional = /^(.+) \| (?:undefined|null)$/.exec(type)?.[1];
  if (optional !== undefined) return makeArgument({ name, type: optional }, given, tables);
  const simple = makeSimple({ name, type }, given);
  if (simple !== UNKNOWN) return simple;
  const element = /^readonly (.+)\[\]$/.exec(type)?.[1];
  if (element !== undefined) return makeList(element, given, tables);
  if (meaning !== undefined) return makeObject(meaning, given, tables);
  const literal = /^'([^']+)'(?: \||$)/.exec(type)?.[1];
  const [first = type, ...others] = type.split(' | ');
  if (literal === undefined && others.length > 0 && !type.includes('<')) {
    return makeArgument({ name, type: first }, given, tables);
  }
  return literal ?? makeRow(type, given, given.k, tables);
}

/** Of several forms the first. */
function makeObject(type: string, given: Given, tables: readonly Table[]): unknown {
  const fields = /^\{ (.*?);? \}/.exec(type)?.[1] ?? '';
  const made = fields.split('; ').map((field): [string, unknown] => {
    const [, name = '', of = ''] = /^(?:readonly )?(\w+)\??: (.+)$/.exec(field) ?? [];
    return [name, makeArgument({ name, type: of }, given, tables)];
  });
  return made.some(([, value]) => value === UNKNOWN) ? UNKNOWN : Object.fromEntries(made);
}

/** Another row than the one that is asked for, or none. */
function makeList(element: string, given: Given, tables: readonly Table[]): unknown {
  const type = element.replace(/^\((.+)\)$/, '$1');
  const made = makeArgument({ name: '', type }, { ...given, k: given.k + 1 }, tables);
  if (made === UNKNOWN) return UNKNOWN;
  return given.number > NUMBER_OF_ROWS ? [] : [made];
}

function makeSimple({ name, type }: Parameter, given: Given): unknown {
  const { text, k, number } = given;
  const texts = [text, `${text.charAt(0)}${k + 1}`];
  const values: Readonly<Record<string, unknown>> = {
    OrganizationId: organizationOf(given),
    UserId: personOf(given),
    string: isPerson({ name, type }) ? personOf(given) : name === 'email' ? ADDRESS : text,
    number: /max|limit|count/i.test(name) ? 100 : number,
    boolean: number > 1,
    'readonly string[]': texts,
    'ReadonlySet<string>': new Set([text]),
    'ReadonlyMap<string, string>': new Map([[text, text]]),
    Page: { limit: 100, after: undefined },
    Slice: { conditions: [], offset: 0, limit: 100 },
    Role: number > 1 ? 'owner' : 'member',
    PlanName: 'pro',
    OAuthProvider: 'google',
    ConditionKind: 'count',
    RuleFilter: {},
    DeliveryFilter: {},
    IncidentFilter: {},
    CreditChange: { used: 1 },
  };
  return Object.hasOwn(values, type) ? values[type] : UNKNOWN;
}

let rowTables: Map<string, string> | undefined;

/** `XRow`, `Partial<XRow>`, `Pick<XRow, 'a' | 'b'>`, `Partial<Pick<…>>`, `XRow['a']`. */
function makeRow(type: string, owner: Owner, k: number, tables: readonly Table[]): unknown {
  rowTables ??= new Map(
    globSync('src/engines/metadata/tables/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^ {4}(\w+): (\w+Row);$/gm)].map(
        ([, table = '', row = '']): [string, string] => [row, table],
      ),
    ),
  );
  const [name = ''] = /\w+Row\b/.exec(type) ?? [];
  const table = tables.find((each) => each.name === rowTables?.get(name));
  if (table === undefined) return UNKNOWN;
  // Another row's values are a change.
  const row = rowOf(table, owner, type.startsWith('Partial<') ? k + 1 : k);
  const [, single] = /^\w+Row\['(\w+)'\]$/.exec(type) ?? [];
  if (single !== undefined) return row[single];
  const picked = /Pick<\w+Row, ([^>]+)>/.exec(type)?.[1];
  if (picked !== undefined) {
    const names = picked.split(' | ').map((each) => each.slice(1, -1));
    const other = rowOf(table, owner, k + 1);
    return Object.fromEntries(names.map((each) => [each, each === 'id' ? row[each] : other[each]]));
  }
  if (!type.startsWith('Partial<')) return row;
  // A change of one number, such as a time, keeps every other rule of the table.
  const column = table.columns.find((each) => each.type === 'INTEGER' && !each.isKey);
  return column === undefined ? UNKNOWN : { [column.name]: 4_711 };
}
