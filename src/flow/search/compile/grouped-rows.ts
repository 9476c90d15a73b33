import type { Sql } from '../../../engines/store/sql.ts';
import type { RowsRelation } from './relation.ts';
import type { Value } from './value.ts';

/** One expression by which rows are grouped. */
export interface Key {
  readonly name: string;
  readonly value: Value;
  /** What a row needs to be in a group at all. */
  readonly condition: Sql | undefined;
  /** The same value from what the store keeps per minute, where that is possible. */
  readonly summary?: Sql;
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
