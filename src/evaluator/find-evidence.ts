/**
 * Finds the segments that an item is about: by the share of its words they contain, with more weight for rare words.
 */
import { saysCounterpart } from './antonyms.ts';
import { joinedNames, saysSibling } from './sibling-names.ts';
import { headingsOf, isPrompt, answersTo } from './find-headings.ts';
import type { LineIndex } from './index-lines.ts';
import type { Expectation, Term } from './read-expectation.ts';
import { cueOf, isEmpty, isKindOfThing, isKnownConcept, isQualifier, isWeak } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export interface Candidate {
  readonly segment: number;
  /** 0 to 1: how much of the item's content the segment contains. */
  readonly share: number;
  /** The share with little weight for deeds that the segment does not name, for lines that report a failure. */
  readonly shareOfThings: number;
  /**
   * The share with little weight for the subject at the start of the item, since lines of one program need not name it.
   */
  readonly shareUnnamed: number;
  /** The segment contains every thing the item mentions, and they are enough to distinguish them from others. */
  readonly coversThings: boolean;
  /** The segment contains what the item writes as programs do: an identifier, a number, a quoted text. */
  readonly holdsRequired: boolean;
  /** The segment contains a name, a number or another word that occurs in few lines. */
  readonly namesThing: boolean;
  /** The share, reduced by other content of the segment. Used to compare candidates. */
  readonly score: number;
  readonly matched: ReadonlySet<string>;
  /** Words matched by themselves, not by a synonym or by what the form of the line implies. */
  readonly literal: ReadonlySet<string>;
  /** Words of the item that the segment lacks. */
  readonly missing: readonly Term[];
  /** The part of the segment's content that the item also mentions. */
  readonly lineShare: number;
  /** The segment lacks a name, a number or a text that the item quotes. */
  readonly lacksRequired: boolean;
}

/** The best candidates, best first. Their number is bounded, regardless of the size of the log. */
export function findEvidence(
  index: LineIndex,
  expectation: Expectation,
  max: number = THRESHOLDS.most.candidates,
): Candidate[] {
  const weights = new Map(
    expectation.terms.map((term) => [term.concept, index.weightOf(term.concept) * term.factor]),
  );
  const sums = new Map<number, number>();
  for (const [concept, weight] of weights) {
    for (const segment of index.postings.get(concept) ?? []) {
      sums.set(segment, (sums.get(segment) ?? 0) + weight);
    }
  }
  const best = topOf(sums, max);
  const answers = best
    .filter((segment) => isPrompt(index, segment))
    .flatMap((segment) => answersTo(index, segment));
  return [...new Set([...best, ...answers])]
    .filter((segment) => index.isUsable(segment))
    .map((segment) => score(index, expectation, weights, segment))
    .sort((one, other) => other.score - one.score || one.segment - other.segment);
}

/** The segments with the largest sums. Of many equal ones, the first and the last are kept: the last one decides. */
function topOf(sums: ReadonlyMap<number, number>, max: number): number[] {
  const bySum = new Map<number, number[]>();
  for (const [segment, sum] of sums) {
    const same = bySum.get(sum);
    if (same === undefined) bySum.set(sum, [segment]);
    else same.push(segment);
  }
  const kept: number[] = [];
  for (const sum of [...bySum.keys()].sort((one, other) => other - one)) {
    const room = max - kept.length;
    if (room <= 0) break;
    const same = (bySum.get(sum) ?? []).sort((one, other) => one - other);
    if (same.length <= room) kept.push(...same);
    else kept.push(...same.slice(0, Math.floor(room / 2)), ...same.slice(-Math.ceil(room / 2)));
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
  const roots = index.rootsOf(segment);
  const headings = headingsOf(index, segment);
  const above = new Set(headings.flatMap((heading) => [...index.conceptsOf(heading)]));
  const matched = new Set<string>();
  const literal = new Set<string>();
  const missing: Term[] = [];
  let held = 0;
  let total = 0;
  let deeds = 0;
  let namesThing = false;
  for (const term of expectation.terms) {
    const weight = weights.get(term.concept) ?? 0;
    // A name only matches itself, not a synonym.
    const isHeld = concepts.has(term.concept) && (!term.isRequired || roots.has(term.root));
    // The opposite of an outcome word may appear in its place.
    if (!isHeld && term.isCue) continue;
    if (isHeld || above.has(term.concept)) {
      total += weight;
      held +=
        weight *
        (roots.has(term.root) ? 1 : isHeld ? THRESHOLDS.weight.synonym : THRESHOLDS.weight.heading);
      matched.add(term.concept);
      if (roots.has(term.root)) literal.add(term.concept);
      namesThing ||= term.isRequired || isShownName(index, term, segment);
    } else {
      const lost = weight * missingFactor(index, term);
      total += lost;
      if (term.isDeed) deeds += lost * (1 - THRESHOLDS.weight.missingDeed);
      missing.push(term);
    }
  }
  const share = total === 0 ? 0 : held / total;
  const [only, ...others] = missing;
  const isUnnamed =
    only !== undefined && others.length === 0 && namesThing && isSubject(index, only);
  const lost = isUnnamed ? (weights.get(only.concept) ?? 0) * missingFactor(index, only) : 0;
  const ofLine = lineShare(index, segment, matched);
  const lacksCue = expectation.terms.some((term) => term.isCue && !matched.has(term.concept));
  return {
    segment,
    share,
    namesThing,
    coversThings:
      coversThings(index, expectation, matched) ||
      (holdsPair(index, expectation, segment) && missing.every(({ isDeed }) => isDeed)),
    holdsRequired: expectation.terms.some((term) => isIdentity(term) && matched.has(term.concept)),
    shareUnnamed: total === 0 ? 0 : held / (total - lost * THRESHOLDS.weight.subjectForgiven),
    shareOfThings: total === 0 ? 0 : held / (total - deeds),
    matched,
    literal,
    missing,
    lacksRequired:
      missing.some((term) => term.isRequired) ||
      saysSibling(
        [segment, ...headings].map((at) => index.segments[at]?.text ?? '').join('\n'),
        expectation.joined,
      ) ||
      saysCounterpart(index.segments[segment]?.text ?? '', expectation.counterparts) ||
      !holdsLiterals(index, expectation, segment, headings),
    lineShare: ofLine,
    score: scoreOf(share, ofLine, lacksCue),
  };
}

function scoreOf(share: number, ofLine: number, lacksCue: boolean): number {
  const { ofItem, ofLine: factor, withoutCue } = THRESHOLDS.score;
  return share * (ofItem + factor * ofLine) * (lacksCue ? withoutCue : 1);
}

function isSubject(index: LineIndex, { isFirst, isDeed, isRequired, concept }: Term): boolean {
  return (
    isFirst && !isDeed && !isRequired && !isKnownConcept(concept) && index.postings.has(concept)
  );
}

const SMALL_NUMBER = /^#\d{1,2}$/;

/** A name, an identifier or a long number. Small numbers occur in lines about anything. */
function isIdentity({ isRequired, concept }: Term): boolean {
  return isRequired && !SMALL_NUMBER.test(concept);
}

function coversThings(
  index: LineIndex,
  { terms }: Expectation,
  matched: ReadonlySet<string>,
): boolean {
  const things = terms.filter((term) => !term.isCue && !term.isDeed && !isWeak(term.concept));
  const missing = things.filter((term) => !matched.has(term.concept));
  if (things.some(isIdentity)) {
    // Next to a name, common words only describe.
    return missing.every((term) => isKnownConcept(term.concept));
  }
  if (missing.length > 0) return false;
  return (
    things.length >= THRESHOLDS.least.things &&
    things.some(
      (term) =>
        (term.isJoined || !isKnownConcept(term.concept)) &&
        index.weightOf(term.concept) >= THRESHOLDS.weight.tellingMin,
    )
  );
}

/** The line contains `price-import` where the item has "price import". */
function holdsPair(index: LineIndex, { pairs }: Expectation, segment: number): boolean {
  if (pairs.length === 0) return false;
  const names = joinedNames(index.segments[segment]?.text ?? '');
  return pairs.some((pair) => names.includes(pair));
}

/** Messages put the thing they are about in quotes or before a colon, and steps in brackets. */
function isShownName(index: LineIndex, term: Term, segment: number): boolean {
  const text = index.segments[segment]?.text ?? '';
  const isKnown = isKnownConcept(term.concept);
  return index.wordsOf(segment).some(({ root, start, end }) => {
    if (root !== term.root) return false;
    const before = text.charAt(start - 1);
    const after = text.charAt(end);
    if (before === '[' && after === ']') return true;
    return !isKnown && /["'`‘“„]/.test(before) !== /[:]/.test(after);
  });
}

function missingFactor(index: LineIndex, term: Term): number {
  if (isWeak(term.concept)) {
    return term.isDeed || isEmpty(term.concept) ? THRESHOLDS.missing.empty : 1;
  }
  const isTelling = !isKnownConcept(term.concept) || isQualifier(term.concept);
  const isElsewhere = index.postings.has(term.concept);
  if (isElsewhere) {
    return isTelling ? THRESHOLDS.missing.nameElsewhere : THRESHOLDS.missing.elsewhere;
  }
  if (isKindOfThing(term.concept)) return THRESHOLDS.missing.kind;
  return isTelling ? THRESHOLDS.missing.unknown : THRESHOLDS.missing.common;
}

/** Whether the segment contains verbatim what the item writes as programs do. */
function holdsLiterals(
  index: LineIndex,
  { literals }: Expectation,
  segment: number,
  headings: readonly number[],
): boolean {
  if (literals.length === 0) return true;
  const texts = [segment, ...headings].map((at) => index.segments[at]?.text ?? '');
  return literals.every((literal) => texts.some((text) => literal.test(text)));
}

/** The part of a segment's content that the item also mentions. */
function lineShare(index: LineIndex, segment: number, matched: ReadonlySet<string>): number {
  let held = 0;
  let total = 0;
  const seen = new Set<string>();
  const text = index.segments[segment]?.text ?? '';
  for (const { concept, kind, end } of index.wordsOf(segment)) {
    if (kind !== 'word' || seen.has(concept)) continue;
    // The name of a field means nothing by itself.
    if (text.startsWith('":', end) && !matched.has(concept)) continue;
    seen.add(concept);
    if (isWeak(concept) || cueOf(concept)?.isGeneric === true) continue;
    const weight = index.weightOf(concept);
    total += weight;
    if (matched.has(concept)) held += weight;
  }
  return total === 0 ? 0 : held / total;
}
