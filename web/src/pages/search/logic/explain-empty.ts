/** Explains why a search finds nothing, as far as that is possible without another search. */
import type { Instants } from '../../../../../src/charts/clock.ts';
import { fits, type SearchExpression } from '../../../../../src/language/index.ts';
import { IMPORT_INDEX_PREFIX } from '../../../../../src/spec/exports.ts';
import { DAY_MS } from '../../../../../src/spec/units.ts';
import type { QueryFacts } from '../../../query/text/query-facts.ts';
import { prefixToName } from '../../../../../src/spec/reserved-indexes.ts';

interface IndexFacts {
  readonly name: string;
  readonly retentionDays: number;
  readonly events: number;
  readonly oldestEvent: string | null;
  readonly newestEvent: string | null;
}

export type EmptyReason =
  /** The organization has no events at all. */
  | { readonly kind: 'nothingYet' }
  | { readonly kind: 'emptyIndexes'; readonly names: readonly string[] }
  | { readonly kind: 'outsideRetention'; readonly days: number; readonly names: readonly string[] }
  /** There are events, but not in this range. */
  | { readonly kind: 'outsideData'; readonly oldest: number; readonly newest: number }
  | { readonly kind: 'filtered' };

export function explainEmpty(
  facts: QueryFacts,
  indexes: readonly IndexFacts[],
  range: Instants,
  now: number,
): EmptyReason {
  if (indexes.every(({ name, events }) => prefixToName(name) !== undefined || events === 0)) {
    return { kind: 'nothingYet' };
  }
  const searched = indexes.filter(({ name }) => isSearched(facts, name));
  const names = searched.map(({ name }) => name);
  const filled = searched.filter(({ events }) => events > 0);
  if (filled.length === 0) return { kind: 'emptyIndexes', names };
  const days = Math.max(
    ...filled.map(({ name, retentionDays }) =>
      // Restored events may have any age; the restore sets how long they are kept.
      name.startsWith(IMPORT_INDEX_PREFIX) ? Infinity : retentionDays,
    ),
  );
  if (range.to <= now - days * DAY_MS) return { kind: 'outsideRetention', days, names };
  const oldest = Math.min(...timesOf(filled.map(({ oldestEvent }) => oldestEvent)));
  const newest = Math.max(...timesOf(filled.map(({ newestEvent }) => newestEvent)));
  if (range.to <= oldest || range.from > newest) return { kind: 'outsideData', oldest, newest };
  return { kind: 'filtered' };
}

function timesOf(texts: readonly (string | null)[]): number[] {
  return texts.flatMap((text) => (text === null ? [] : [Date.parse(text)]));
}

/**
 * Decides by the conditions on `index` that must all match; without any, all indexes except internal and restored ones
 * are searched.
 */
function isSearched({ result }: QueryFacts, name: string): boolean {
  const [first] = result.query?.stages ?? [];
  if (first?.kind !== 'search') return prefixToName(name) === undefined;
  const { expression } = first;
  const operands = expression.kind === 'and' ? expression.operands : [expression];
  const conditions = operands.filter(namesIndex);
  if (conditions.length === 0) return prefixToName(name) === undefined;
  return conditions.every((condition) => holds(condition, name));
}

function namesIndex(expression: SearchExpression): boolean {
  if (expression.kind === 'or') return expression.operands.every(namesIndex);
  if (expression.kind !== 'comparison' && expression.kind !== 'in') return false;
  return expression.field.name === 'index' || expression.field.name === '_index';
}

function holds(expression: SearchExpression, name: string): boolean {
  switch (expression.kind) {
    case 'or':
      return expression.operands.some((operand) => holds(operand, name));
    case 'comparison': {
      const isSame = fits(expression.value.pattern, name);
      return expression.operator === '!=' ? !isSame : isSame;
    }
    case 'in':
      return expression.values.some(({ pattern }) => fits(pattern, name));
    default:
      return true;
  }
}
