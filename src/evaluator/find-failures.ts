/** Finds every kind of failure that the lines report, for criteria that ask for all of them. */
import { decideItem } from './decide-item.ts';
import { wholeCandidate, type Decision } from './decision.ts';
import type { LineIndex } from './index-lines.ts';
import { judgeText, type Judgement } from './judge-text.ts';
import type { Expectation } from './read-expectation.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One decision per kind of line; when the question names a subject, only lines about it. */
export function findFailures(index: LineIndex, expectation: Expectation, max: number): Decision[] {
  const subject = expectation.terms
    .filter((term) => !term.isCue && index.postings.has(term.concept))
    .map((term) => term.concept);
  const wanted = Math.min(max, THRESHOLDS.most.failures);
  const decisions: Decision[] = [];
  const seen = new Set<string>();
  for (const [segment, { text, line }] of index.segments.entries()) {
    if (decisions.length >= wanted) break;
    const concepts = index.conceptsOf(segment);
    if (!index.isUsable(segment) || !subject.every((concept) => concepts.has(concept))) continue;
    const words = index.wordsOf(segment);
    const judgement = judgeText(text, words);
    if (judgement.outcome !== 'failure') continue;
    // Lines that differ in numbers and names only are one conclusion.
    const kind = words
      .filter((word) => word.kind === 'word')
      .map((word) => word.concept)
      .join(' ');
    if (seen.has(kind) || seen.has(`line ${line}`)) continue;
    seen.add(kind).add(`line ${line}`);
    const candidate = wholeCandidate(segment, new Set(subject));
    decisions.push({
      status: 'failed',
      confidence: confidenceOf(judgement),
      evidence: [{ candidate, judgement, status: 'failed', isExplicit: true }],
      nearest: candidate,
      counted: undefined,
    });
  }
  return decisions.length > 0 ? decisions : [decideItem(index, expectation)];
}

function confidenceOf({ isVerdict, strength }: Judgement): number {
  const { failureByVerdict, failureMax } = THRESHOLDS.confidence;
  return isVerdict ? failureByVerdict : Math.min(failureMax, strength);
}
