import { identifier, join, LIST_FOUND, sql, string, type Sql } from '../../../engines/store/sql.ts';
import type { Aliases, RowsRelation } from './relation.ts';
import { isListOf, type Value } from './value.ts';

/** One expression by which rows are grouped. */
export interface Key {
  readonly name: string;
  readonly value: Value;
  /** What a row needs to be in a group at all. */
  readonly condition: Sql | undefined;
  /** The same value from what the store keeps per minute, where that is possible. */
  readonly summary?: Sql;
}

/** Stops the store at a group in which a list was taken for a single value. */
export interface ListGuard {
  /** What the SELECT needs beside its own columns, and behind its groups. */
  readonly columns: readonly Sql[];
  readonly having: Sql | undefined;
  /** A value of the group. It cannot be had without the question, whatever asks for it and in whichever order. */
  shown(value: Value, own: Sql): Sql;
}

export function guardLists(context: Aliases, guards: readonly Sql[]): ListGuard {
  if (guards.length === 0) return { columns: [], having: undefined, shown: (_, own) => own };
  const found = identifier(context.newAlias());
  const stop = sql`throwIf(${found}, ${string(LIST_FOUND)})`;
  return {
    // Counting makes it a question of groups: the store would ask it of each row.
    columns: [sql`(count() > 0 AND (${join(guards, ' OR ')})) AS ${found}`],
    having: sql`${stop} = 0`,
    shown({ kind, mayBeList }, own) {
      if (kind === 'number') return sql`${own} + ${stop}`;
      if (kind === 'multi') return sql`if(${stop} = 0, ${own}, CAST([], 'Array(String)'))`;
      return mayBeList ? sql`if(${stop} = 0, ${own}, '')` : sql`if(${stop} = 0, ${own}, NULL)`;
    },
  };
}

/** Tell of a group that its key is a list, which was taken for a single value. */
export function keyGuards(keys: readonly Key[], aliases: readonly Sql[]): Sql[] {
  return keys.flatMap(({ value }, i) => {
    const alias = aliases[i];
    if (alias === undefined || !value.mayBeList) return [];
    return [isListOf({ ...value, sql: alias })];
  });
}

/** Keys that can be lists have another name behind the guard. */
export function shownKeys(
  context: Aliases,
  guard: ListGuard,
  keys: readonly Key[],
  aliases: readonly Sql[],
): { readonly columns: readonly Sql[]; readonly aliases: readonly Sql[] } {
  const columns: Sql[] = [];
  const shown = keys.map(({ value }, i) => {
    const own = aliases[i] ?? sql``;
    if (!value.mayBeList) return own;
    const alias = identifier(context.newAlias());
    columns.push(sql`${guard.shown(value, own)} AS ${alias}`);
    return alias;
  });
  return { columns, aliases: shown };
}

/** The rows of a finished grouping, in the order of their keys. */
export function groupedRows(
  from: Sql,
  keys: readonly (readonly [string, Value])[],
  values: readonly (readonly [string, Value])[],
): RowsRelation {
  return {
    from: { kind: 'rows', sql: from },
    conditions: [],
    isSummable: false,
    fields: new Map(
      [...keys, ...values].map(([name, value]) => [name, { ...value, isColumn: true as const }]),
    ),
    others: undefined,
    hasBase: false,
    order: keys.map(([, value]) => ({ sql: value.sql, isDescending: false, nulls: 'last' })),
    limit: undefined,
    limitBy: undefined,
  };
}
