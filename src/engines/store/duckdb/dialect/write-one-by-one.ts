import { conjuncts } from './logs-read.ts';
import { partsOf } from './parts-of.ts';
import type { Expression } from './tree.ts';
import type { Scope, Writer } from './writer.ts';

/**
 * Writes the condition of an aggregate. Unlike in a filter of rows, DuckDB computes every part of an AND there for
 * every row; with CASE, a part is computed only for rows that passed the previous ones. Parts that read texts come
 * last.
 */
export function writeOneByOne(writer: Writer, condition: Expression, scope: Scope): string {
  const parts = conjuncts(condition)
    .map((part) => ({ isLong: readsText(part), text: writer.condition(part, scope, true) }))
    .filter(({ text }) => text !== 'TRUE')
    .toSorted((a, b) => Number(a.isLong) - Number(b.isLong));
  const last = parts.pop()?.text ?? 'TRUE';
  return parts.reduceRight(
    (rest, { text }) => `CASE WHEN ${text} THEN ${rest} ELSE FALSE END`,
    last,
  );
}

const LONG: ReadonlySet<string> = new Set(['body', 'attributes']);

function readsText(expression: Expression): boolean {
  if (expression.kind === 'name') return LONG.has(expression.name);
  return partsOf(expression).some(readsText);
}
