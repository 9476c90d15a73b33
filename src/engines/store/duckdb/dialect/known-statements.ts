/** Statements recur with different values: caches the trees of the most recent ones. */
import { parseStatement } from './parse-statement.ts';
import type { Statement } from './tree.ts';

const KEPT_MAX = 256;
/** Longer ones are made by hand, and seldom twice. */
export const KNOWN_LENGTH_MAX = 16_384;

const kept = new Map<string, Statement>();

export function knownStatement(text: string): Statement {
  const known = kept.get(text) ?? parseStatement(text);
  if (text.length > KNOWN_LENGTH_MAX) return known;
  // The most recently used one is last.
  kept.delete(text);
  kept.set(text, known);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return known;
}
