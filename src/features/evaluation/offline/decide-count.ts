/** Decides items that ask how often something happened. */
import { EVIDENCE_MAX, notFound, type Decision, type Evidence } from './decision.ts';
import type { Candidate } from './find-evidence.ts';
import type { LineIndex } from './index-lines.ts';
import type { CountRule } from './read-count-rule.ts';
import type { Expectation } from './read-expectation.ts';
import { SHARE_NEUTRAL_MIN } from './read-status.ts';

export function decideCount(
  index: LineIndex,
  expectation: Expectation,
  rule: CountRule,
  judged: readonly Evidence[],
  nearest: Candidate | undefined,
): Decision {
  // What merely happens is counted whatever its outcome.
  const found = judged.filter(
    ({ candidate, status }) =>
      candidate.share >= SHARE_NEUTRAL_MIN &&
      (expectation.outcome === undefined || status === 'passed'),
  );
  if (found.length === 0) return notFound(nearest);
  const { low, high } = countRows(index, found);
  const isMet = low >= rule.min && high <= rule.max;
  // Behind a placeholder there may be more such rows, or none.
  if (!isMet && low <= rule.max && high >= rule.min) return notFound(nearest);
  return {
    status: isMet ? 'passed' : 'failed',
    confidence: 0.7,
    evidence: found.slice(0, EVIDENCE_MAX),
    nearest,
    counted: low,
  };
}

/** How many rows the lines stand for: at least those that show it, at most all of their patterns. */
function countRows(index: LineIndex, found: readonly Evidence[]): { low: number; high: number } {
  const lines = new Map<number, { low: number; high: number }>();
  for (const { candidate } of found) {
    const segment = index.segments[candidate.segment];
    if (segment === undefined) continue;
    const known = lines.get(segment.line) ?? { low: 0, high: segment.ofLine };
    // A template stands for all rows of its pattern; of its samples each is one of them.
    lines.set(segment.line, { low: Math.max(known.low, segment.count), high: known.high });
  }
  const all = [...lines.values()];
  return {
    low: all.reduce((sum, { low }) => sum + low, 0),
    high: all.reduce((sum, { high }) => sum + high, 0),
  };
}
