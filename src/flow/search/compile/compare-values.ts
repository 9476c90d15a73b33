import { sql, type Sql } from '../../../engines/store/sql.ts';
import type { ComparisonOperator, Expression } from '../../../language/index.ts';
import { asNumber } from './as-number.ts';
import { operatorSql } from './search-condition.ts';
import { holdsForAny, numberOf, textOf, truth, type Value } from './value.ts';

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
  if (left.kind === 'boolean' || right.kind === 'boolean') {
    return sql`(${left.sql} ${operatorSql(operator)} ${right.sql})`;
  }
  // A computed value would be written twice, and nested expressions double with every step.
  const mayRepeat = right.isBase || right.isColumn || isLiteral(written);
  const isAny = left.kind === 'multi' || (left.mayBeList && mayRepeat);
  if (!isAny) return compareOne(operator, left, right, written);
  return holdsForAny(left, (each) => {
    const condition = compareOne(operator, each, right, written);
    return each === left ? condition : truth(condition);
  });
}

function isLiteral({ kind }: Expression): boolean {
  return kind === 'text' || kind === 'number';
}

function compareOne(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  written: Expression,
): Sql {
  const by = operatorSql(operator);
  const asNumbers = sql`${numberOf(left)} ${by} ${numberOf(right)}`;
  const asText = sql`${textOf(left)} ${by} ${textOf(right)}`;
  if (isNumber(left) && isNumber(right)) return sql`(${asNumbers})`;
  if (written.kind === 'text' && asNumber(written.value) === undefined) return sql`(${asText})`;
  return sql`ifNull(${asNumbers}, ${asText})`;
}
