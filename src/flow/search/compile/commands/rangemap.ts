import { float64, join, sql, string } from '../../../../engines/store/sql.ts';
import type { RangemapStage } from '../../../../language/index.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import { numberOf } from '../value.ts';
import type { CompileContext } from '../context.ts';

export function compileRangemap(
  _context: CompileContext,
  relation: Relation,
  stage: RangemapStage,
): Relation {
  const number = numberOf(fieldValue(relation, stage.field.name));
  const branches = stage.ranges.flatMap(({ name, low, high }) => [
    sql`ifNull(${number} >= ${float64(low)} AND ${number} <= ${float64(high)}, 0)`,
    sql`${string(name)}`,
  ]);
  const range = sql`multiIf(${join([...branches, sql`${string(stage.default)}`], ', ')})`;
  return withField(relation, 'range', {
    kind: 'text',
    sql: branches.length === 0 ? sql`${string(stage.default)}` : range,
  });
}
