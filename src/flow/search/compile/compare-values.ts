import { sql, type Sql } from '../../../engines/store/sql.ts';
import type { ComparisonOperator, Expression } from '../../../language/index.ts';
import { asNumber } from './as-number.ts';
import { operatorSql } from './search-condition.ts';
import { numberOf, textOf, truth, type Value } from './value.ts';

export function isNumber(value: Value): boolean {
  return value.kind === 'number' || value.kind === 'time';
}

/** As numbers where both read as such, else as text by its case. `written` tells a literal. */
export function compareValues(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  written: Expression,
): Sql {
  const by = operatorSql(operator);
  if (left.kind === 'boolean' || right.kind === 'boolean') {
    return sql`(${left.sql} ${by} ${right.sql})`;
  }
  if (left.kind === 'multi' && (operator === '=' || operator === '!=')) {
    const each = compareValues(operator, { kind: 'text', sql: sql`v` }, right, written);
    return sql`arrayExists(v -> ${truth(each)}, ${left.sql})`;
  }
  const asNumbers = sql`${numberOf(left)} ${by} ${numberOf(right)}`;
  const asText = sql`${textOf(left)} ${by} ${textOf(right)}`;
  if (isNumber(left) && isNumber(right)) return sql`(${asNumbers})`;
  if (written.kind === 'text' && asNumber(written.value) === undefined) return sql`(${asText})`;
  return sql`ifNull(${asNumbers}, ${asText})`;
}
