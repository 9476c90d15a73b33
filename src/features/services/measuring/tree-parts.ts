/** Generated pieces of query trees: they have no position in a text. */
import type {
  Aggregation,
  EvalStage,
  Expression,
  SearchStage,
  StatsStage,
  WhereStage,
} from '../../../language/index.ts';

const AT = { start: 0, end: 0 };
const NO_BOUNDS = {
  earliest: undefined,
  latest: undefined,
  indexEarliest: undefined,
  indexLatest: undefined,
};

export function field(name: string): Expression & { readonly kind: 'field' } {
  return { kind: 'field', name, ...AT };
}

export function number(value: number): Expression {
  return { kind: 'number', value, ...AT };
}

export function text(value: string): Expression {
  return { kind: 'text', value, ...AT };
}

export function call(name: string, ...given: readonly Expression[]): Expression {
  return { kind: 'call', function: name, arguments: given, ...AT };
}

/** Whether a search finds the event. */
export function matches(search: string): Expression {
  return call('searchmatch', text(search));
}

/** What any of several searches finds. */
export function anyOf(searches: readonly SearchStage[]): SearchStage {
  const operands = searches.map(({ expression }) => expression);
  const [only] = searches;
  if (only !== undefined && searches.length === 1) return only;
  return { kind: 'search', expression: { kind: 'or', operands, ...AT }, ...NO_BOUNDS, ...AT };
}

export function all(conditions: readonly Expression[]): Expression | undefined {
  const [first, second] = conditions;
  if (first === undefined || second === undefined) return first;
  return { kind: 'and', operands: conditions, ...AT };
}

export function joined(operands: readonly Expression[]): Expression {
  return { kind: 'concatenate', operands, ...AT };
}

export function divided(left: Expression, right: Expression): Expression {
  return { kind: 'arithmetic', operator: '/', left, right, ...AT };
}

export function times(left: Expression, right: Expression): Expression {
  return { kind: 'arithmetic', operator: '*', left, right, ...AT };
}

export function letBe(name: string, expression: Expression): EvalStage {
  const assignment = { kind: 'assignment', field: field(name), value: expression, ...AT } as const;
  return { kind: 'eval', assignments: [assignment], ...AT };
}

export function oneOf(operand: Expression, values: readonly number[]): WhereStage {
  const condition: Expression = { kind: 'oneOf', operand, values: values.map(number), ...AT };
  return { kind: 'where', condition, ...AT };
}

interface AggregationParts {
  readonly percentile?: number;
  readonly of?: Expression | undefined;
}

export function aggregation(
  name: string,
  as: string,
  { percentile, of }: AggregationParts = {},
): Aggregation {
  return {
    kind: 'aggregation',
    function: name,
    spelling: name,
    percentile,
    argument: of === undefined ? undefined : { kind: 'eval', expression: of, ...AT },
    as: [as],
    ...AT,
  };
}

export function statsBy(aggregations: readonly Aggregation[], by: readonly string[]): StatsStage {
  return {
    kind: 'stats',
    aggregations,
    by: by.map((name) => ({ kind: 'key', field: field(name), span: undefined, ...AT })),
    ...AT,
  };
}
