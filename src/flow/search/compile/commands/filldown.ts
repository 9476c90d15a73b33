import { sql } from '../../../../engines/store/sql.ts';
import type { FilldownStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { namesOf } from '../field-names.ts';
import { fieldValue, type Relation, asSubquery, windowOrder, withFields } from '../relation.ts';

/** The last value that was there, for rows without one. */
export function compileFilldown(
  context: CompileContext,
  relation: Relation,
  stage: FilldownStage,
): Relation {
  const names = namesOf(relation, stage.fields);
  const open = asSubquery(context, relation);
  const order = windowOrder(open);
  const over = sql`OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const filled = withFields(open, names, (_, name) => {
    const value = fieldValue(open, name);
    if (value.kind === 'multi') return value;
    return { kind: value.kind, sql: sql`anyLast(${value.sql}) ${over}` };
  });
  return asSubquery(context, filled);
}
