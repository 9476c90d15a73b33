/** Decides whether a line is about an item: which of the item's words it must contain and which may be missing. */
import type { Evidence } from './decision.ts';
import type { Candidate } from './find-evidence.ts';
import { isPrompt } from './find-headings.ts';
import type { LineIndex } from './index-lines.ts';
import type { Judgement } from './judge-text.ts';
import type { Expectation, Term } from './read-expectation.ts';
import {
  areOneKind,
  areOpposite,
  cueOf,
  isAction,
  isEmpty,
  isKindOfThing,
  isKnownConcept,
  isMeans,
  isWeak,
} from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export function isAbout(
  index: LineIndex,
  expectation: Expectation,
  { candidate, judgement }: Evidence,
): boolean {
  const { matched, missing, lacksRequired } = candidate;
  if (lacksRequired) return false;
  const isOtherwise =
    judgement.outcome === 'success' &&
    missing.every((term) => term.isDeed && isSaidOtherwise(index, candidate, term));
  const isFailure = judgement.outcome === 'failure' && !expectation.isOccurrence;
  const said = isFailure ? candidate.shareUnnamed : candidate.share;
  const share = isOtherwise ? candidate.shareOfThings : said;
  const isNegative = judgement.outcome === 'failure' || judgement.outcome === 'skip';
  const isThing =
    isNegative &&
    expectation.outcome !== 'failure' &&
    (candidate.coversThings ||
      (candidate.namesThing && candidate.shareOfThings >= THRESHOLDS.share.things));
  const isLoose = judgement.outcome === 'skip' && candidate.holdsRequired;
  const isClose = share >= (isLoose ? THRESHOLDS.share.skipped : THRESHOLDS.share.failed);
  // A command names what it does, so there is nothing to be excused.
  const isSubject = candidate.coversThings || isSubjectOf(index, candidate);
  const isAsked = expectation.outcome !== 'failure';
  if (isNegative && isAsked && isRefused(candidate, judgement)) return true;
  if (isThing && isClose && isSubject && !isPrompt(index, candidate.segment)) {
    return (
      !namesOtherDeed(index, candidate) && speaksOfState(index, expectation, candidate, judgement)
    );
  }
  if (judgement.outcome !== 'neutral' && isLabel(index, candidate)) return true;
  if (judgement.isVerdict && isTitle(expectation, candidate)) return true;
  if (judgement.isVerdict && isChecked(candidate)) return true;
  if (share < THRESHOLDS.share.about) return false;
  const isAdded = ({ concept }: Term): boolean =>
    isKindOfThing(concept) && !index.postings.has(concept);
  const telling = expectation.terms.filter(
    (term) => !term.isCue && !isWeak(term.concept) && !isAdded(term),
  );
  if (telling.length >= THRESHOLDS.least.matches) {
    return [...matched].filter((concept) => !isWeak(concept)).length >= THRESHOLDS.least.matches;
  }
  // A single word must match literally, and a common one requires all the words around it.
  const isCommon = telling.every((term) => isKnownConcept(term.concept));
  const isTelling = (term: Term): boolean =>
    !term.isDeed && !isEmpty(term.concept) && !isAdded(term);
  if (isCommon && missing.some(isTelling)) return false;
  if (!isSubjectOf(index, candidate)) return false;
  const isTold =
    judgement.outcome !== 'neutral' && candidate.lineShare >= THRESHOLDS.lineShare.told;
  return isTold || [...candidate.literal].some((concept) => !isWeak(concept));
}

/** A refusal of something the item names counts as the action the item expects, however the line words it. */
function isRefused({ holdsRequired, missing }: Candidate, { cues }: Judgement): boolean {
  return holdsRequired && missing.length <= 1 && REFUSALS.some((cue) => cues.has(cue));
}
const REFUSALS = ['reject', 'refus', 'deny'];

/** "[checkout] finished" is about a "repository checkout" if the log mentions no other repository. */
function isLabel(index: LineIndex, { lineShare, literal, missing }: Candidate): boolean {
  return (
    lineShare >= THRESHOLDS.lineShare.label &&
    literal.size > 0 &&
    missing.length === 1 &&
    missing.every(
      ({ concept, isRequired }) =>
        isKnownConcept(concept) && !isRequired && !index.postings.has(concept),
    )
  );
}

/** A test whose title the item repeats, with one additional word. */
function isTitle({ terms }: Expectation, { lineShare, literal, missing }: Candidate): boolean {
  const said = terms.filter(({ concept, isRequired }) => !isRequired && literal.has(concept));
  return (
    lineShare >= THRESHOLDS.lineShare.title &&
    said.length >= THRESHOLDS.least.titleWords &&
    missing.length === 1 &&
    missing.every(({ isRequired }) => !isRequired)
  );
}
/** "a.pem: OK" means that a.pem was checked. */
function isChecked({ holdsRequired, lineShare, missing }: Candidate): boolean {
  return (
    holdsRequired &&
    lineShare >= THRESHOLDS.lineShare.label &&
    missing.every(({ isDeed, concept }) => isDeed && areOneKind(concept, CHECK))
  );
}
const CHECK = 'check';

/** Whether the line is about what it shares with the item, and does not mention it by the way. */
function isSubjectOf(index: LineIndex, candidate: Candidate): boolean {
  return (
    candidate.holdsRequired ||
    candidate.lineShare >= THRESHOLDS.lineShare.alone ||
    leads(index, candidate)
  );
}

/** Whether the line begins with a word of the item, as a line about the item does. A leading log level is skipped. */
function leads(index: LineIndex, { segment, matched }: Candidate): boolean {
  const text = index.segments[segment]?.text ?? '';
  return index
    .wordsOf(segment)
    .filter(
      ({ kind, start, end, concept }) =>
        kind === 'word' &&
        !/[[.]/.test(text.charAt(end)) &&
        !LEVEL.test(text.slice(start, end)) &&
        cueOf(concept)?.isGeneric !== true,
    )
    .slice(0, THRESHOLDS.wordReach.leading)
    .some(({ concept }) => matched.has(concept));
}

const LEVEL = /^(?:trace|debug|info|notice)$/i;

/** "Upload of a.csv failed" does not tell whether a.csv was written. */
function namesOtherDeed(index: LineIndex, candidate: Candidate): boolean {
  return candidate.missing.some(isUnsaidDeed) && hasOtherDeed(index, candidate);
}

/** For missing terms: whether the term is an action of the item. */
export function isUnsaidDeed(term: Term): boolean {
  return term.isDeed && !isWeak(term.concept);
}

/** "Webhook delivered to m-12" means that m-12 received it. */
export function isSaidOtherwise(index: LineIndex, { segment }: Candidate, term: Term): boolean {
  return index
    .wordsOf(segment)
    .some(({ concept, isPart }) => !isPart && areOneKind(concept, term.concept));
}

function hasOtherDeed(index: LineIndex, { segment, matched, missing }: Candidate): boolean {
  return index
    .wordsOf(segment)
    .some(
      ({ concept, isPart }) =>
        isAction(concept) &&
        !isMeans(concept) &&
        !isPart &&
        !matched.has(concept) &&
        !missing.some((term) => areOneKind(term.concept, concept)),
    );
}

/**
 * An item such as "the cache is ready" names one thing and one state. A failure of the thing only counts for that state
 * if the line names the state or its opposite.
 */
export function speaksOfOutcome(
  index: LineIndex,
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
): boolean {
  const things = [...candidate.matched].filter(
    (concept) => !isWeak(concept) && cueOf(concept) === undefined,
  );
  return (
    things.length >= THRESHOLDS.least.matches ||
    speaksOfState(index, expectation, candidate, judgement)
  );
}

/** A clear failure of a thing that the item names affects any state expected of it. */
function speaksOfState(
  index: LineIndex,
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
): boolean {
  const isPlain =
    judgement.outcome === 'failure' && judgement.strength >= THRESHOLDS.failure.ofState;
  return (
    (isPlain &&
      candidate.coversThings &&
      (candidate.holdsRequired || candidate.lineShare >= THRESHOLDS.lineShare.state) &&
      !hasOtherDeed(index, candidate)) ||
    namesState(expectation, candidate, judgement)
  );
}

/** Whether the line names a state of the item or its opposite; true if the item names no state. */
function namesState(expectation: Expectation, candidate: Candidate, judgement: Judgement): boolean {
  const states = expectation.terms.filter((term) => term.isCue).map((term) => term.concept);
  return (
    states.length === 0 ||
    states.some(
      (state) =>
        candidate.matched.has(state) ||
        [...judgement.cues.keys()].some((cue) => areOpposite(state, cue)),
    )
  );
}
