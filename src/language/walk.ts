/** Traversals of the query tree. */
import type { Query, SearchExpression, Stage } from './tree.ts';
import type { Expression, NumberLiteral, TextLiteral } from './tree/expression.ts';
import type { Field } from './tree/node.ts';

/** The expressions directly below one. */
function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'number':
    case 'text':
    case 'field':
      return [];
    case 'call':
      return expression.arguments;
    case 'negate':
    case 'not':
      return [expression.operand];
    case 'arithmetic':
    case 'compare':
      return [expression.left, expression.right];
    case 'oneOf':
      return [expression.operand, ...expression.values];
    case 'concatenate':
    case 'and':
    case 'or':
    case 'xor':
      return expression.operands;
  }
}

/** Values that the store gets as one list, so that any number of them is one term. */
export function isLiteral(expression: Expression): expression is NumberLiteral | TextLiteral {
  return expression.kind === 'number' || expression.kind === 'text';
}

/** Yields an expression and all its descendants, from left to right. */
export function* everyExpression(expression: Expression): Generator<Expression> {
  yield expression;
  for (const operand of operandsOf(expression)) yield* everyExpression(operand);
}

export function fieldsOf(expression: Expression): Field[] {
  return [...everyExpression(expression)].filter((each) => each.kind === 'field');
}

/** A search expression and everything below it; subsearches are not entered. */
export function* everySearch(expression: SearchExpression): Generator<SearchExpression> {
  yield expression;
  if (expression.kind === 'not') yield* everySearch(expression.operand);
  if (expression.kind === 'and' || expression.kind === 'or') {
    for (const operand of expression.operands) yield* everySearch(operand);
  }
}

/** Stages that write data, besides returning rows. */
export const WRITING_KINDS = ['collect', 'outputlookup'] as const;

export function isWriting(stage: Stage): boolean {
  return WRITING_KINDS.some((kind) => kind === stage.kind);
}

/** Returns the search expressions of a stage. */
export function searchesOf(stage: Stage): SearchExpression[] {
  switch (stage.kind) {
    case 'search':
      return [stage.expression];
    case 'tstats':
      return [stage.where];
    case 'inputlookup':
      return stage.where === undefined ? [] : [stage.where];
    case 'transaction': {
      const { startswith, endswith } = stage.options;
      return [startswith, endswith].flatMap((filter) =>
        filter?.kind === 'search' ? [filter.expression] : [],
      );
    }
    default:
      return [];
  }
}

/** Returns the expressions of a stage. */
export function expressionsOf(stage: Stage): Expression[] {
  switch (stage.kind) {
    case 'where':
      return [stage.condition];
    case 'head':
      return stage.condition === undefined ? [] : [stage.condition];
    case 'eval':
      return stage.assignments.map((assignment) => assignment.value);
    case 'stats':
    case 'eventstats':
    case 'streamstats':
    case 'timechart':
    case 'chart':
    case 'tstats':
      return stage.aggregations.flatMap(({ argument, trend }) => {
        const used = trend?.of.argument ?? argument;
        return used?.kind === 'eval' ? [used.expression] : [];
      });
    case 'transaction': {
      const { startswith, endswith } = stage.options;
      return [startswith, endswith].flatMap((filter) =>
        filter?.kind === 'eval' ? [filter.expression] : [],
      );
    }
    default:
      return [];
  }
}

/** Returns the direct subsearches of a stage. */
export function subsearchesOf(stage: Stage): Query[] {
  switch (stage.kind) {
    case 'join':
    case 'append':
    case 'appendcols':
    case 'appendpipe':
      return [stage.query];
    default:
      return filtersOf(stage);
  }
}

/** Subsearches that are part of a search. */
function filtersOf(stage: Stage): Query[] {
  return searchesOf(stage)
    .flatMap((search) => [...everySearch(search)])
    .flatMap((search) => (search.kind === 'subsearch' ? [search.query] : []));
}

/** A query and every subsearch in it, outside first. */
export function* everyQuery(query: Query): Generator<Query> {
  yield query;
  for (const stage of query.stages) {
    for (const subsearch of subsearchesOf(stage)) yield* everyQuery(subsearch);
  }
}
