import { sql, type Sql } from '../../../engines/store/sql.ts';
import type { SortKey } from '../../../language/index.ts';
import { fieldValue, type OrderKey, type Relation } from './relation.ts';
import { numberOf, textOf } from './value.ts';

/** Rows without a value come last in either direction. */
export function sortKeys(relation: Relation, keys: readonly SortKey[]): OrderKey[] {
  return keys.flatMap((sortKey) => orderKeys(relation, sortKey));
}

function orderKeys(relation: Relation, { field, descending, compare }: SortKey): OrderKey[] {
  const value = fieldValue(relation, field.name);
  const key = (by: Sql): OrderKey => ({ sql: by, isDescending: descending, nulls: 'last' });
  if (value.kind === 'time') return [key(value.sql)];
  switch (compare) {
    case 'num':
      return [key(numberOf(value))];
    case 'str':
      return [key(textOf(value))];
    case 'ip':
      return [key(sql`IPv4StringToNumOrNull(${textOf(value)})`), key(textOf(value))];
    case 'auto':
      return value.kind === 'number'
        ? [key(value.sql)]
        : [key(numberOf(value)), key(textOf(value))];
  }
}
