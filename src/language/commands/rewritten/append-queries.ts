import { LIMITS } from '../../../spec/limits.ts';
import type { Query, SearchExpression, Stage } from '../../tree.ts';
import type { TreeNode } from '../../tree/node.ts';

/** The rows of all queries, those of the first one first. Plain searches become one. */
export function appendQueries(queries: readonly Query[], place: TreeNode): readonly Stage[] {
  const [first, ...others] = queries;
  if (first === undefined) return [];
  return joined(queries, place) ?? [...first.stages, ...others.map((query) => added(query, place))];
}

export function added(query: Query, { start, end }: TreeNode): Stage {
  return { kind: 'append', query, options: { maxout: LIMITS.query.joinRowsMax }, start, end };
}

/** Joins searches without further commands or time bounds into one search with OR, which has no row limit. */
function joined(queries: readonly Query[], { start, end }: TreeNode): readonly Stage[] | undefined {
  const operands: SearchExpression[] = [];
  for (const { stages } of queries) {
    const [search, ...more] = stages;
    if (search?.kind !== 'search' || more.length > 0) return undefined;
    const { earliest, latest, indexEarliest, indexLatest, expression } = search;
    const hasTimes = [earliest, latest, indexEarliest, indexLatest].some(
      (time) => time !== undefined,
    );
    if (hasTimes || expression.kind === 'everything') return undefined;
    operands.push(expression);
  }
  const [only] = operands;
  const bounds = {
    earliest: undefined,
    latest: undefined,
    indexEarliest: undefined,
    indexLatest: undefined,
  };
  if (only === undefined) return undefined;
  const expression: SearchExpression =
    operands.length === 1 ? only : { kind: 'or', operands, start, end };
  return [{ kind: 'search', expression, ...bounds, start, end }];
}
