import { float64, join, sql, string, type Sql } from '../../../../engines/store/sql.ts';
import type { RangemapStage } from '../../../../language/index.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import { numberOf } from '../value.ts';
import { computedOnce } from '../computed-once.ts';
import type { CompileContext } from '../context.ts';

export function compileRangemap(
  context: CompileContext,
  relation: Relation,
  stage: RangemapStage,
): Relation {
  const range = computedOnce(context, fieldValue(relation, stage.field.name), (value) => ({
    kind: 'text',
    sql: rangeOf(numberOf(value), stage),
  }));
  return withField(relation, 'range', range);
}

function rangeOf(number: Sql, stage: RangemapStage): Sql {
  const branches = stage.ranges.flatMap(({ name, low, high }) => [
    sql`ifNull(${number} >= ${float64(low)} AND ${number} <= ${float64(high)}, 0)`,
    sql`${string(name)}`,
  ]);
  const otherwise = sql`${string(stage.default)}`;
  return branches.length === 0 ? otherwise : sql`multiIf(${join([...branches, otherwise], ', ')})`;
}
