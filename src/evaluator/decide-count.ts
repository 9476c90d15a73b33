/** Decides items that ask how often something happened. */
import { notFound, type Decision, type Evidence } from './decision.ts';
import type { Candidate } from './find-evidence.ts';
import type { LineIndex } from './index-lines.ts';
import type { CountRule } from './read-count-rule.ts';
import type { Expectation } from './read-expectation.ts';
import { isWeak } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export function decideCount(
  index: LineIndex,
  expectation: Expectation,
  rule: CountRule,
  judged: readonly Evidence[],
  nearest: Candidate | undefined,
): Decision {
  // If no outcome is expected, events count regardless of it.
  const found = judged.filter(
    ({ candidate, status }) =>
      candidate.share >= THRESHOLDS.share.mention &&
      (expectation.outcome === undefined || status === 'passed'),
  );
  if (found.length === 0) return notFound(nearest);
  const stated = statedCount(index, expectation, found);
  const { low, high } =
    stated === undefined ? countRows(index, found) : { low: stated, high: stated };
  const isMet = low >= rule.min && high <= rule.max;
  // A placeholder may represent more such rows, or none.
  if (!isMet && low <= rule.max && high >= rule.min) return notFound(nearest);
  return {
    status: isMet ? 'passed' : 'failed',
    confidence: THRESHOLDS.confidence.count,
    evidence: found.slice(0, THRESHOLDS.most.evidence),
    nearest,
    counted: low,
  };
}

/** The number a line gives itself: `retried=3`, `3 retries`. */
function statedCount(
  index: LineIndex,
  { terms }: Expectation,
  found: readonly Evidence[],
): number | undefined {
  const [subject, ...others] = terms.filter(({ isCue }) => !isCue);
  // The counted subject must be unambiguous, unless only one line mentions it.
  const isPlain = found.length === 1 || others.every((term) => isWeak(term.concept));
  if (subject === undefined || !isPlain) return undefined;
  const numbers = found.flatMap(({ candidate: { segment } }) => {
    const text = index.segments[segment]?.text ?? '';
    const words = index.wordsOf(segment);
    return words.flatMap((word, at) => {
      if (word.concept !== subject.concept) return [];
      const [before, after] = [words[at - 1], words[at + 1]];
      const isAfter = after?.kind === 'number' && FIELD.test(text.slice(word.end, after.start));
      const isBefore = before?.kind === 'number' && text.slice(before.end, word.start) === ' ';
      const number = isAfter ? after : isBefore ? before : undefined;
      return number === undefined ? [] : [Number(number.concept.slice(1))];
    });
  });
  const [first] = numbers;
  return numbers.every((number) => number === first) ? first : undefined;
}
const FIELD = /^["']?\s*[=:]\s*["']?$/;

/** How many rows the lines represent: at least those that show it, at most all rows of their patterns. */
function countRows(index: LineIndex, found: readonly Evidence[]): { low: number; high: number } {
  const lines = new Map<number, { low: number; high: number }>();
  for (const { candidate } of found) {
    const segment = index.segments[candidate.segment];
    if (segment === undefined) continue;
    const known = lines.get(segment.line) ?? { low: 0, high: segment.ofLine };
    // A template represents all rows of its pattern; each of its samples is one of them.
    lines.set(segment.line, { low: Math.max(known.low, segment.count), high: known.high });
  }
  const all = [...lines.values()];
  return {
    low: all.reduce((sum, { low }) => sum + low, 0),
    high: all.reduce((sum, { high }) => sum + high, 0),
  };
}
