import { sql } from '../../../../engines/store/sql.ts';
import type { EventstatsStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { type Relation, asSubquery, windowOrder } from '../relation.ts';
import { addWindows, partition } from '../window-values.ts';

export function compileEventstats(
  context: CompileContext,
  relation: Relation,
  stage: EventstatsStage,
): Relation {
  const open = asSubquery(context, relation);
  const order = windowOrder(open);
  const whole = sql`${order} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING`;
  // Most functions do not care for the order, and are faster without one.
  const isOrdered = stage.aggregations.some((each) => BY_POSITION.has(each.function));
  return addWindows(context, open, stage, (keys) =>
    isOrdered ? sql`${partition(keys)} ${whole}` : partition(keys),
  );
}

const BY_POSITION: ReadonlySet<string> = new Set(['first', 'last', 'list']);
