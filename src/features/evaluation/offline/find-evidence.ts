/** Finds the segments an item is about: the share of its words they hold, rare words counting more. */
import type { LineIndex } from './index-lines.ts';
import type { Expectation, Term } from './read-expectation.ts';
import { cueOf, isWeak } from './words.ts';

export interface Candidate {
  readonly segment: number;
  /** 0 to 1: how much of the item's content the segment holds. */
  readonly share: number;
  /** The share, lowered by what else the segment speaks of. Candidates are compared by it. */
  readonly score: number;
  readonly matched: ReadonlySet<string>;
  /** Words of the item that the segment lacks. */
  readonly missing: readonly Term[];
}

const CANDIDATES_MAX = 40;
const HEADINGS_MAX = 3;
const HEADING_REACH = 60;
const CONTEXT_FACTOR = 0.8;

/** The best candidates, best first. Bounded, whatever the size of the log. */
export function findEvidence(index: LineIndex, expectation: Expectation): Candidate[] {
  const weights = new Map(
    expectation.terms.map((term) => [term.concept, index.weightOf(term.concept) * term.factor]),
  );
  const sums = new Map<number, number>();
  for (const [concept, weight] of weights) {
    for (const segment of index.postings.get(concept) ?? []) {
      sums.set(segment, (sums.get(segment) ?? 0) + weight);
    }
  }
  const best = topOf(sums, (segment) => index.isUsable(segment));
  return best
    .map((segment) => score(index, expectation, weights, segment))
    .sort((one, other) => other.score - one.score || one.segment - other.segment);
}

/** The segments of the largest sums. Of many equal ones the first and the last are kept: the last one decides. */
function topOf(
  sums: ReadonlyMap<number, number>,
  isUsable: (segment: number) => boolean,
): number[] {
  const bySum = new Map<number, number[]>();
  for (const [segment, sum] of sums) {
    const same = bySum.get(sum);
    if (same === undefined) bySum.set(sum, [segment]);
    else same.push(segment);
  }
  const kept: number[] = [];
  for (const sum of [...bySum.keys()].sort((one, other) => other - one)) {
    const room = CANDIDATES_MAX - kept.length;
    if (room <= 0) break;
    const usable = (bySum.get(sum) ?? []).sort((one, other) => one - other).filter(isUsable);
    if (usable.length <= room) kept.push(...usable);
    else kept.push(...usable.slice(0, Math.floor(room / 2)), ...usable.slice(-Math.ceil(room / 2)));
  }
  return kept;
}

function score(
  index: LineIndex,
  expectation: Expectation,
  weights: ReadonlyMap<string, number>,
  segment: number,
): Candidate {
  const concepts = index.conceptsOf(segment);
  const headings = headingConcepts(index, segment);
  const matched = new Set<string>();
  const missing: Term[] = [];
  let held = 0;
  let total = 0;
  for (const term of expectation.terms) {
    const weight = weights.get(term.concept) ?? 0;
    const isHeld = concepts.has(term.concept);
    // The opposite of an outcome word may stand in its place.
    if (!isHeld && term.isCue) continue;
    total += weight;
    if (isHeld) {
      held += weight;
      matched.add(term.concept);
    } else if (headings.has(term.concept)) {
      held += weight * CONTEXT_FACTOR;
      matched.add(term.concept);
    } else {
      missing.push(term);
    }
  }
  const share = total === 0 ? 0 : held / total;
  return {
    segment,
    share,
    matched,
    missing,
    score: share * (0.85 + 0.15 * lineShare(index, segment, matched)),
  };
}

/** The part of what a segment speaks of that the item speaks of, too. */
function lineShare(index: LineIndex, segment: number, matched: ReadonlySet<string>): number {
  let held = 0;
  let total = 0;
  const seen = new Set<string>();
  for (const { concept, kind } of index.wordsOf(segment)) {
    if (kind !== 'word' || seen.has(concept)) continue;
    seen.add(concept);
    if (isWeak(concept) || cueOf(concept)?.isGeneric === true) continue;
    const weight = index.weightOf(concept);
    total += weight;
    if (matched.has(concept)) held += weight;
  }
  return total === 0 ? 0 : held / total;
}

/** What the headings above an indented row say: runners name a suite once and indent its tests. */
function headingConcepts(index: LineIndex, segment: number): Set<string> {
  const concepts = new Set<string>();
  const of = index.segments[segment];
  if (of === undefined || index.isCompressed) return concepts;
  let indent = indentOf(of.text);
  let headings = 0;
  for (let at = segment - 1; at >= 0 && at >= segment - HEADING_REACH && indent > 0; at -= 1) {
    const text = index.segments[at]?.text ?? '';
    if (text.trim() === '' || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    for (const concept of index.conceptsOf(at)) concepts.add(concept);
    headings += 1;
    if (headings >= HEADINGS_MAX) break;
  }
  return concepts;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
