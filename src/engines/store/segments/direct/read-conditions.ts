/** Extracts whose rows a statement reads, in which time range, and the remaining conditions. */
import type { Comparison, Expression } from '../../duckdb/dialect/tree.ts';
import { conjuncts, isMinute, minuteBound } from '../../duckdb/dialect/logs-read.ts';
import type { Scope } from './evaluate.ts';
import { NotDirect } from './value.ts';

export interface Read {
  readonly organization: string;
  /** Undefined for all of them. */
  readonly indexes: readonly string[] | undefined;
  readonly from: number;
  readonly to: number;
  /** All others. */
  readonly conditions: readonly Expression[];
}

export function readConditions(parameter: Scope['parameter'], all: readonly Expression[]): Read {
  let organization: string | undefined;
  let indexes: readonly string[] | undefined;
  let [from, to] = [-Infinity, Infinity];
  const conditions: Expression[] = [];
  for (const each of all.flatMap(conjuncts)) {
    if (isHint(each)) continue;
    const own = indexesOf(each, parameter);
    if (own !== undefined) {
      indexes = indexes?.filter((name) => own.includes(name)) ?? own;
      continue;
    }
    const bound = each.kind === 'compare' ? boundOf(each, parameter) : undefined;
    if (bound === undefined) {
      conditions.push(each);
    } else if ('organization' in bound) {
      organization = bound.organization;
    } else if (bound.operator === '>=') {
      from = Math.max(from, bound.ms);
    } else {
      to = Math.min(to, bound.ms);
    }
  }
  if (organization === undefined) throw new NotDirect('rows of nobody');
  return { organization, indexes, from, to, conditions };
}

/** Whether the expression only limits where to search, not what matches. */
function isHint(expression: Expression): boolean {
  return expression.kind === 'call' && expression.name === 'indexHint';
}

type Bound =
  | { readonly organization: string }
  | { readonly operator: '>=' | '<'; readonly ms: number };

function boundOf(
  { operator, left, right }: Comparison,
  parameter: Scope['parameter'],
): Bound | undefined {
  if (right.kind !== 'parameter') return undefined;
  const { type, value } = parameter(right);
  if (left.kind === 'name' && left.name === 'organization' && operator === '=') {
    return typeof value === 'string' ? { organization: value } : undefined;
  }
  if (type !== 'TIMESTAMP_MS') return undefined;
  if (isMinute(left)) return minuteBound(operator, value);
  const isTime = left.kind === 'name' && left.name === 'timestamp';
  if (!isTime || (operator !== '>=' && operator !== '<')) return undefined;
  return { operator, ms: value };
}

/** Of a condition that names indexes by values; undefined for others. */
function indexesOf(
  expression: Expression,
  parameter: Scope['parameter'],
): readonly string[] | undefined {
  const isIndex = (each: Expression): boolean => each.kind === 'name' && each.name === 'index_name';
  if (expression.kind === 'in' && !expression.isNegated && isIndex(expression.value)) {
    const list = expression.within.kind === 'parameter' ? parameter(expression.within) : undefined;
    return list?.type === 'VARCHAR[]' ? list.value : undefined;
  }
  if (expression.kind !== 'compare' || expression.operator !== '=' || !isIndex(expression.left)) {
    return undefined;
  }
  const value =
    expression.right.kind === 'parameter' ? parameter(expression.right).value : undefined;
  return typeof value === 'string' ? [value] : undefined;
}

export function isRead({ indexes }: Read, index: string): boolean {
  return indexes === undefined || indexes.includes(index);
}
