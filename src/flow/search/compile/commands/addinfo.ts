import { float64, sql } from '../../../../engines/store/sql.ts';
import type { CompileContext } from '../context.ts';
import { type Relation, withFields } from '../relation.ts';

/** The bounds of the search, which every row has in common. */
export function compileAddinfo(context: CompileContext, relation: Relation): Relation {
  const { from, to } = context.scope;
  const times = new Map([
    ['info_min_time', from],
    ['info_max_time', to],
    ['info_search_time', context.now],
  ]);
  return withFields(relation, [...times.keys()], (_rows, name) => ({
    kind: 'number',
    sql: sql`${float64((times.get(name) ?? 0) / 1000)}`,
  }));
}
