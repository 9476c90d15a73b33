import { looksLikeList } from '../../../engines/store/log-fields.ts';
import { join, LIST_FOUND, sql, string, type Sql } from '../../../engines/store/sql.ts';
import type { RowsRelation } from './relation.ts';
import type { Value } from './value.ts';

/** One expression by which rows are grouped. */
export interface Key {
  readonly name: string;
  readonly value: Value;
  /** Condition for a row to be in any group. */
  readonly condition: Sql | undefined;
  /** The same value from what the store keeps per minute, where that is possible. */
  readonly summary?: Sql;
}

/** Stops the store at a group in which a list was taken for a single value; `select` lets no later condition pass it. */
export function guardLists(guards: readonly Sql[]): Sql | undefined {
  if (guards.length === 0) return undefined;
  // Counting makes it a condition on groups; otherwise the store would test it on each row.
  return sql`throwIf(count() > 0 AND (${join(guards, ' OR ')}), ${string(LIST_FOUND)}) = 0`;
}

/** Whether, in a group, a key treated as a single value is a list. */
export function keyGuards(keys: readonly Key[], aliases: readonly Sql[]): Sql[] {
  return keys.flatMap(({ value }, i) => {
    const alias = aliases[i];
    return alias === undefined || !value.mayBeList ? [] : [looksLikeList(alias)];
  });
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
