/** Decides one item: which lines are about it, and what they say. Without plain evidence it abstains. */
import type { FindingStatus } from '../../../spec/evaluation.ts';
import { decideOverall } from './decide-overall.ts';
import { notFound, roundConfidence, type Decision, type Evidence } from './decision.ts';
import { findEvidence, type Candidate } from './find-evidence.ts';
import type { LineIndex } from './index-lines.ts';
import { isPrompt } from './find-headings.ts';
import { judgeCommand } from './judge-command.ts';
import { judgeText, type Judgement } from './judge-text.ts';
import { readMeasure } from './read-bound.ts';
import type { CountRule } from './read-count-rule.ts';
import type { Expectation, Term } from './read-expectation.ts';
import { readTime } from './read-time.ts';
import { areOpposite, cueOf, isAction, isEmpty, isKnownConcept, isMeans, isWeak } from './words.ts';

const SHARE_MIN = 0.68;
/** What a line of trouble must hold all the same when it names the thing but not what was done to it. */
const SHARE_FAILED_MIN = 0.4;
const SHARE_SKIPPED_MIN = 0.5;
const SHARE_OF_THINGS_MIN = 0.75;
const SHARE_NEUTRAL_MIN = 0.85;
const MATCHES_MIN = 2;
/** Lines this close to the best one are about the same thing. */
const MARGIN = 0.06;
/** A line that states an outcome is preferred to one that holds this much more of the item. */
const EXPLICIT_MARGIN = 0.3;
/** A line that says the item and little else settles it as well as one that states an outcome. */
const WHOLE_SHARE_MIN = 0.97;
const WHOLE_LINE_SHARE_MIN = 0.7;
/** A line that shares one common word with the item must say little else. */
const LINE_SHARE_ALONE_MIN = 0.3;
const EVIDENCE_MAX = 3;
const COUNTED_MAX = 2_000;

export function decideItem(index: LineIndex, expectation: Expectation): Decision {
  const candidates = findEvidence(
    index,
    expectation,
    expectation.count === undefined ? undefined : COUNTED_MAX,
  );
  if (expectation.isOverall) return decideOverall(index, expectation);
  const [nearest] = candidates;
  const judged = candidates
    .map((candidate) => judge(index, expectation, candidate))
    .filter((evidence) => isAbout(index, expectation, evidence));
  if (expectation.count !== undefined) {
    return decideCount(index, expectation, expectation.count, judged, nearest);
  }
  const decisive = closest(judged);
  const chosen = latest(index, decisive);
  if (chosen?.status === undefined) return notFound(nearest);
  const same = decisive.filter((other) => other !== chosen && other.status === chosen.status);
  const isContested = decisive.some((other) => other.status !== chosen.status);
  return {
    status: chosen.status,
    confidence: confidenceOf(chosen, isContested),
    evidence: [chosen, ...same].slice(0, EVIDENCE_MAX),
    nearest,
    counted: undefined,
  };
}

/** The decisive lines among which the latest holds: those that state an outcome, if any comes close. */
function closest(judged: readonly Evidence[]): Evidence[] {
  const decisive = judged.filter(({ status }) => status !== undefined);
  const verdicts = decisive.filter(({ judgement }) => judgement.isVerdict);
  const explicit = verdicts.length > 0 ? verdicts : decisive.filter(({ isExplicit }) => isExplicit);
  const best = judged[0]?.candidate.score ?? 0;
  const bestExplicit = explicit[0]?.candidate.score ?? 0;
  const chosen = bestExplicit >= best - EXPLICIT_MARGIN ? explicit : decisive;
  const top = chosen[0]?.candidate.score ?? 0;
  return chosen.filter(({ candidate }) => candidate.score >= top - MARGIN);
}

function isAbout(
  index: LineIndex,
  expectation: Expectation,
  { candidate, judgement }: Evidence,
): boolean {
  const { matched, missing, lacksRequired, share } = candidate;
  if (lacksRequired) return false;
  const isTrouble = judgement.outcome === 'failure' || judgement.outcome === 'skip';
  const isThing =
    isTrouble &&
    expectation.outcome !== 'failure' &&
    ((candidate.coversThings && !judgement.isVerdict) ||
      (candidate.namesThing && candidate.shareOfThings >= SHARE_OF_THINGS_MIN));
  const isClose = share >= (judgement.outcome === 'skip' ? SHARE_SKIPPED_MIN : SHARE_FAILED_MIN);
  // A command names what it does, so there is nothing to be excused.
  if (isThing && isClose && !isPrompt(index, candidate.segment)) {
    return (
      !namesOtherDeed(index, candidate) && speaksOfState(index, expectation, candidate, judgement)
    );
  }
  if (share < SHARE_MIN) return false;
  const telling = expectation.terms.filter((term) => !term.isCue && !isWeak(term.concept));
  if (telling.length >= MATCHES_MIN) {
    return [...matched].filter((concept) => !isWeak(concept)).length >= MATCHES_MIN;
  }
  // One word alone must be the word itself, and a common one needs everything said beside it.
  const isCommon = telling.every((term) => isKnownConcept(term.concept));
  if (isCommon && missing.some((term) => !isEmpty(term.concept) && !term.isDeed)) return false;
  const isSubject = candidate.holdsRequired || leads(index, candidate);
  if (!isSubject && candidate.lineShare < LINE_SHARE_ALONE_MIN) return false;
  return [...candidate.literal].some((concept) => !isWeak(concept));
}

/** Whether a line begins with a word of the item, as it does when it is about it. */
function leads(index: LineIndex, { segment, literal }: Candidate): boolean {
  const text = index.segments[segment]?.text ?? '';
  return index
    .wordsOf(segment)
    .filter(
      ({ kind, end, concept }) =>
        kind === 'word' && !/[[.]/.test(text.charAt(end)) && cueOf(concept)?.isGeneric !== true,
    )
    .slice(0, LEADING_WORDS)
    .some(({ concept }) => literal.has(concept));
}
const LEADING_WORDS = 3;

/** "Upload of a.csv failed" says nothing about whether a.csv was written. */
function namesOtherDeed(index: LineIndex, candidate: Candidate): boolean {
  return candidate.missing.some(isUnsaidDeed) && hasOtherDeed(index, candidate);
}

function isUnsaidDeed(term: Term): boolean {
  return term.isDeed && !isWeak(term.concept);
}

function hasOtherDeed(index: LineIndex, { segment, matched }: Candidate): boolean {
  return index
    .wordsOf(segment)
    .some(
      ({ concept, isPart }) =>
        isAction(concept) && !isMeans(concept) && !isPart && !matched.has(concept),
    );
}

function judge(index: LineIndex, expectation: Expectation, candidate: Candidate): Evidence {
  const text = index.segments[candidate.segment]?.text ?? '';
  const isCommand = isPrompt(index, candidate.segment);
  const answered = isCommand ? judgeCommand(index, candidate.segment) : undefined;
  const judgement = answered ?? judgeText(text, index.wordsOf(candidate.segment));
  const isMute = isCommand && answered === undefined;
  const status = isMute ? undefined : statusOf(expectation, candidate, judgement, index);
  const isWhole = candidate.share >= WHOLE_SHARE_MIN && candidate.lineShare >= WHOLE_LINE_SHARE_MIN;
  return { candidate, judgement, status, isExplicit: isWhole || judgement.outcome !== 'neutral' };
}

function statusOf(
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
  index: LineIndex,
): FindingStatus | undefined {
  const { outcome } = judgement;
  const measured =
    statusOfCode(expectation, judgement) ??
    statusOfBound(expectation, candidate, judgement, index) ??
    statusOfDenial(expectation, candidate, index);
  if (measured !== undefined) return measured;
  if (expectation.bound !== undefined && !(isLate(judgement) && outcome === 'failure')) {
    return undefined;
  }
  if (expectation.exitCode !== undefined && !judgement.isVerdict) return undefined;
  const isLogged = expectation.isOccurrence && expectation.outcome === undefined;
  if (isLogged && !judgement.isVerdict) return expectation.isAbsence ? 'failed' : 'passed';
  if (judgement.isVerdict && outcome !== 'skip') {
    return statusOfVerdict(expectation, candidate, judgement, index);
  }
  if (outcome === 'skip') return expectation.isAbsence ? 'passed' : 'skipped';
  if (expectation.isAbsence) return candidate.share >= SHARE_NEUTRAL_MIN ? 'failed' : undefined;
  if (!speaksOfOutcome(index, expectation, candidate, judgement)) return undefined;
  if (expectation.outcome === 'failure') {
    const isSaid = [...expectation.cues].some((cue) => judgement.cues.get(cue) === 'failure');
    if (isSaid || outcome === 'failure') return 'passed';
    return outcome === 'success' && !expectation.isOccurrence ? 'failed' : undefined;
  }
  if (outcome === 'failure') return 'failed';
  if (outcome === 'success') {
    // That another thing was done to it does not say that this was.
    if (candidate.missing.some(isUnsaidDeed)) return undefined;
    return expectation.outcome === 'skip' ? 'failed' : 'passed';
  }
  return isMention(expectation, candidate, judgement, index) ? 'passed' : undefined;
}

/**
 * An item such as "the cache is ready" names one thing and one state. Trouble of the thing says something
 * about that state only when the line names the state or its contrary.
 */
function speaksOfOutcome(
  index: LineIndex,
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
): boolean {
  const things = [...candidate.matched].filter(
    (concept) => !isWeak(concept) && cueOf(concept) === undefined,
  );
  return things.length >= MATCHES_MIN || speaksOfState(index, expectation, candidate, judgement);
}

/** Plain trouble of a thing that the item calls by its name bears on whatever state it should be in. */
function speaksOfState(
  index: LineIndex,
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
): boolean {
  const isPlain = judgement.outcome === 'failure' && judgement.strength >= PLAIN_TROUBLE;
  return (
    (isPlain &&
      candidate.holdsRequired &&
      candidate.coversThings &&
      !hasOtherDeed(index, candidate)) ||
    namesState(expectation, candidate, judgement)
  );
}
const PLAIN_TROUBLE = 0.65;

/** Whether the line names a state the item speaks of, or its contrary; also when the item speaks of none. */
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

/** A line without an outcome proves that something happened, if it says so of all the item speaks of. */
function isMention(
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
  index: LineIndex,
): boolean {
  const isStarted = candidate.matched.has(START);
  if (candidate.share < SHARE_NEUTRAL_MIN || (judgement.isOpen && !isStarted)) return false;
  const isStateMissing = expectation.terms.some(
    (term) => term.isCue && !candidate.matched.has(term.concept),
  );
  // That something began does not say how it ended.
  const began = index.conceptsOf(candidate.segment).has(START);
  if (began && !candidate.matched.has(START)) return false;
  return (
    expectation.outcome === undefined ||
    (expectation.outcome === 'success' && judgement.isCompletion && !isStateMissing)
  );
}
const START = 'start';

function statusOfCode(expectation: Expectation, judgement: Judgement): FindingStatus | undefined {
  const { httpStatus, exitCode } = expectation;
  if (httpStatus !== undefined && judgement.httpStatus !== undefined) {
    return judgement.httpStatus === httpStatus ? 'passed' : 'failed';
  }
  if (exitCode !== undefined && judgement.exitCode !== undefined) {
    return judgement.exitCode === exitCode ? 'passed' : 'failed';
  }
  return undefined;
}

function statusOfBound(
  { bound }: Expectation,
  candidate: Candidate,
  judgement: Judgement,
  index: LineIndex,
): FindingStatus | undefined {
  if (bound === undefined || judgement.outcome === 'skip') return undefined;
  const text = index.segments[candidate.segment]?.text ?? '';
  const value = readMeasure(text, bound.dimension);
  if (value === undefined) return undefined;
  const isHeld = value >= bound.min && value <= bound.max && judgement.outcome !== 'failure';
  return isHeld ? 'passed' : 'failed';
}

/** What failed by its runner's word, or took too long, was not within any bound. */
function isLate({ isVerdict, cues }: Judgement): boolean {
  return isVerdict || cues.has(TIMEOUT);
}
const TIMEOUT = 'timeout';

/** "No deviations" is settled by "0 deviations", "deviations: 7" and "without deviations". */
function statusOfDenial(
  { denied, isAbsence }: Expectation,
  candidate: Candidate,
  index: LineIndex,
): FindingStatus | undefined {
  if (!isAbsence || denied === undefined) return undefined;
  const words = index.wordsOf(candidate.segment);
  const text = index.segments[candidate.segment]?.text ?? '';
  for (const [at, word] of words.entries()) {
    if (word.concept !== denied) continue;
    const before = words[at - 1];
    if (before?.kind === 'negator') return 'passed';
    const after = words[at + 1];
    const isField = after !== undefined && FIELD.test(text.slice(word.end, after.start));
    const number = before?.kind === 'number' ? before : isField ? after : undefined;
    if (number?.kind === 'number') return number.concept === '#0' ? 'passed' : 'failed';
  }
  return undefined;
}
const FIELD = /^\w{0,20}["']?\s*[=:]\s*["']?$/;

/** A test that checks a failure passes when its runner says so; only "test X fails" turns it round. */
function statusOfVerdict(
  expectation: Expectation,
  candidate: Candidate,
  { outcome, at }: Judgement,
  index: LineIndex,
): FindingStatus {
  const isInName = (cue: string): boolean =>
    index
      .wordsOf(candidate.segment)
      .some(
        ({ concept, start, end }) =>
          concept === cue && (at === undefined || end <= at.start || start >= at.end),
      );
  const isTurned =
    expectation.outcome === 'failure' &&
    expectation.isGenericOutcome &&
    ![...expectation.cues].some(isInName);
  return (outcome === 'success') === isTurned ? 'failed' : 'passed';
}

/** Of lines that disagree the latest one holds: a retry that went well settles the matter. */
function latest(index: LineIndex, decisive: readonly Evidence[]): Evidence | undefined {
  const [first] = decisive;
  if (first === undefined || decisive.every(({ status }) => status === first.status)) return first;
  const textOf = ({ candidate }: Evidence): string => index.segments[candidate.segment]?.text ?? '';
  const times = decisive.map((evidence) => readTime(textOf(evidence)));
  const isTimed = times.every((time) => time !== undefined);
  // Patterns stand in order of their counts, so that without times nobody knows which came last.
  if (index.isCompressed && !isTimed) {
    return decisive.find(({ status }) => status === 'failed') ?? first;
  }
  const order = decisive.map((evidence, at) => ({
    evidence,
    time: isTimed ? (times[at] ?? 0) : 0,
  }));
  return order.reduce((late, next) =>
    next.time > late.time ||
    (next.time === late.time && next.evidence.candidate.segment > late.evidence.candidate.segment)
      ? next
      : late,
  ).evidence;
}

function decideCount(
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

function confidenceOf({ candidate, judgement }: Evidence, isContested: boolean): number {
  const said = judgement.isVerdict ? 1 : Math.max(0.5, judgement.strength);
  return roundConfidence(
    Math.min(0.95, 0.35 + 0.35 * candidate.share + 0.25 * said) * (isContested ? 0.8 : 1),
  );
}
