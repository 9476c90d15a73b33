/** Decides items about all there is ("all tests pass", "no errors") by totals first, by single failures else. */
import { notFound, wholeCandidate, type Decision } from './decision.ts';
import type { LineIndex } from './index-lines.ts';
import { judgeText } from './judge-text.ts';
import type { Expectation } from './read-expectation.ts';
import { THRESHOLDS } from './thresholds.ts';

const TOTAL_BEFORE =
  /\b(\d{1,9})\s+(?:tests?\s+)?(?:failed|failures?|failing|errors?|fehler\w*|fehlgeschlagen)\b/gi;
const TOTAL_AFTER =
  /\b(?:failed|failures?|fail|errors?|fehler\w*)["']?\s*[=:]?\s*["']?(\d{1,9})\b(?!\s*(?:at|on)\b)/gi;

export function decideOverall(index: LineIndex, expectation: Expectation): Decision {
  const subject = expectation.terms.filter((term) => !term.isCue).map((term) => term.concept);
  // A log that never mentions tests cannot show how they went.
  if (!subject.every((concept) => index.postings.has(concept))) return notFound(undefined);
  const expectsFailure = expectation.outcome === 'failure';
  let zero: number | undefined;
  let bad: number | undefined;
  let failure: number | undefined;
  for (const [segment, { text }] of index.segments.entries()) {
    if (!index.isUsable(segment)) continue;
    const total = totalOf(text);
    if (total === 0) zero = segment;
    else if (total !== undefined) bad = segment;
    else if (failure === undefined && isFailure(index, segment, text, subject)) failure = segment;
  }
  const against = bad ?? failure;
  const found = against ?? zero;
  if (found === undefined) return notFound(undefined);
  const status = (against !== undefined) === expectsFailure ? 'passed' : 'failed';
  const text = index.segments[found]?.text ?? '';
  const judgement = judgeText(text, index.wordsOf(found));
  return {
    status,
    confidence: bad === undefined ? THRESHOLDS.confidence.singles : THRESHOLDS.confidence.total,
    evidence: [
      { candidate: wholeCandidate(found, new Set()), judgement, status, isExplicit: true },
    ],
    nearest: undefined,
    counted: undefined,
  };
}

function isFailure(
  index: LineIndex,
  segment: number,
  text: string,
  subject: readonly string[],
): boolean {
  const { outcome, strength, isVerdict } = judgeText(text, index.wordsOf(segment));
  if (outcome !== 'failure' || strength < THRESHOLDS.failure.ofAll) return false;
  return isVerdict || subject.every((concept) => index.conceptsOf(segment).has(concept));
}

/** The largest number of failures a line states. */
function totalOf(text: string): number | undefined {
  const numbers = [...text.matchAll(TOTAL_BEFORE), ...text.matchAll(TOTAL_AFTER)].map((found) =>
    Number(found[1]),
  );
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
