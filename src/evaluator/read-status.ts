/** The status that a line gives an item, once it is known to be about it. */
import type { FindingStatus } from '../spec/evaluation.ts';
import type { Candidate } from './find-evidence.ts';
import { commandOf, isPrompt } from './find-headings.ts';
import type { LineIndex } from './index-lines.ts';
import { isSaidOtherwise, isUnsaidDeed, speaksOfOutcome } from './is-about.ts';
import { judgeText, type Judgement } from './judge-text.ts';
import { judgeCommand } from './judge-command.ts';
import { isExpectedFailure, isTried, saysCount } from './expected-failure.ts';
import { readMeasure } from './read-bound.ts';
import type { Expectation } from './read-expectation.ts';
import { areOpposite, cueOf } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export function readStatus(
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
  index: LineIndex,
): FindingStatus | undefined {
  const { outcome } = judgement;
  const words = index.wordsOf(candidate.segment);
  if (outcome !== 'skip' && saysCount(expectation, words)) return 'passed';
  if (expectation.isTrial) {
    if (!isTried(candidate, index)) return undefined;
    if (!judgement.isVerdict) return 'passed';
  }
  const measured =
    statusOfCode(expectation, judgement) ??
    statusOfBound(expectation, candidate, judgement, index) ??
    (judgement.isVerdict ? undefined : statusOfDenial(expectation, candidate, index));
  if (measured !== undefined) return measured;
  if (expectation.bound !== undefined && !(isLate(judgement) && outcome === 'failure')) {
    return undefined;
  }
  if (expectation.exitCode !== undefined && !judgement.isVerdict) return undefined;
  const isLogged = expectation.isOccurrence && expectation.outcome === undefined;
  if (isLogged && !judgement.isVerdict && outcome !== 'skip') {
    return expectation.isAbsence ? 'failed' : 'passed';
  }
  if (judgement.isVerdict && outcome !== 'skip') {
    return statusOfVerdict(expectation, candidate, judgement, index);
  }
  if (outcome === 'skip') return expectation.isAbsence ? 'passed' : 'skipped';
  if (expectation.isAbsence) {
    if (!isDenied(expectation, candidate)) return undefined;
    // "Banner not disclosed" satisfies "does not give away its banner".
    const isPlain = outcome === 'failure' && judgement.strength >= THRESHOLDS.failure.ofAbsence;
    return !isPlain && isDoubted(index, candidate, judgement) ? 'passed' : 'failed';
  }
  if (!speaksOfOutcome(index, expectation, candidate, judgement)) return undefined;
  if (expectation.outcome === 'failure') {
    const isSaid = [...expectation.cues].some((cue) => judgement.cues.get(cue) === 'failure');
    if (isSaid || outcome === 'failure') return 'passed';
    return outcome === 'success' && !expectation.isOccurrence ? 'failed' : undefined;
  }
  if (outcome === 'failure') {
    if (isExpectedFailure(expectation, candidate, judgement, index)) return 'passed';
    // It is unknown whether this is the failure that is over.
    return expectation.isAfterFailure ? undefined : 'failed';
  }
  if (outcome === 'success') {
    // That another action was performed on it does not mean that this one was.
    const isUnsaid = candidate.missing.some(
      (term) => isUnsaidDeed(term) && !isSaidOtherwise(index, candidate, term),
    );
    if (isUnsaid || !speaksOfDenied(expectation, index.conceptsOf(candidate.segment))) {
      return undefined;
    }
    return expectation.outcome === 'skip' ? 'failed' : 'passed';
  }
  return isMention(expectation, candidate, judgement, index) ? 'passed' : undefined;
}

/** A line without an outcome proves that something happened if it covers everything the item mentions. */
function isMention(
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
  index: LineIndex,
): boolean {
  const isOtherwise =
    (candidate.holdsRequired || candidate.matched.size >= THRESHOLDS.least.things) &&
    candidate.missing.every((term) => term.isDeed && isSaidOtherwise(index, candidate, term));
  const share = isOtherwise ? candidate.shareOfThings : candidate.share;
  if (share < THRESHOLDS.share.mention || isOfFailedCommand(index, candidate)) return false;
  const isOpen =
    (judgement.isOpen && !wentOn(index, candidate)) || isDoubted(index, candidate, judgement);
  if (isOpen && !candidate.matched.has(START)) return false;
  const isStateMissing = expectation.terms.some(
    (term) =>
      term.isCue &&
      !candidate.matched.has(term.concept) &&
      !(term.concept === EXIST && holdsOne(index, candidate, MAKING)) &&
      !(term.concept === REACHABLE && holdsOne(index, candidate, FETCHING)) &&
      !CONFIRMED.test(index.segments[candidate.segment]?.text ?? ''),
  );
  // That something began does not tell how it ended.
  const began = index.conceptsOf(candidate.segment).has(START);
  if (began && !candidate.matched.has(START)) return false;
  return (
    expectation.outcome === undefined ||
    (expectation.outcome === 'success' && judgement.isCompletion && !isStateMissing)
  );
}
/** A row of a failed command shows that something was requested, not that it was done. */
function isOfFailedCommand(index: LineIndex, { segment }: Candidate): boolean {
  const [command] = index.isCompressed ? [] : commandOf(index, segment);
  const answered = command === undefined ? undefined : judgeCommand(index, command);
  return answered?.outcome === 'failure' && (answered.exitCode ?? 0) !== 0;
}
const START = 'start';
const EXIST = 'exist';
const REACHABLE = 'reachabl';
const FETCHING: ReadonlySet<string> = new Set(['fetch', 'sav', 'copy', 'mirror']);
/** Excludes "acknowledged", which is weaker: having read an alert does not end it. */
const CONFIRMED = /\b(?:confirmed|bestätigt)\b/i;
const MAKING: ReadonlySet<string> = new Set(['writ', 'creat', 'sav', 'upload', 'copy', 'install']);

/** What was written is there, and what was fetched can be reached. */
function holdsOne(index: LineIndex, { segment }: Candidate, deeds: ReadonlySet<string>): boolean {
  return index.wordsOf(segment).some(({ concept, isPart }) => !isPart && deeds.has(concept));
}

/** "Scan 77 checked, nothing found": a negation in a clause that does not mention the item negates something else. */
function isDoubted(
  index: LineIndex,
  { segment, matched }: Candidate,
  { doubts }: Judgement,
): boolean {
  if (doubts.length === 0) return false;
  const text = index.segments[segment]?.text ?? '';
  const clauseOf = (at: number): number => [...text.slice(0, at).matchAll(CLAUSE_END)].length;
  const told = new Set(
    index
      .wordsOf(segment)
      .filter(({ concept }) => matched.has(concept))
      .map(({ start }) => clauseOf(start)),
  );
  return told.size === 0 || doubts.some((at) => told.has(clauseOf(at)));
}
const CLAUSE_END = /[,;]\s|[.!?]\s+(?=\p{Lu})|\s[–—-]\s/gu;

/** "Setting the label to media": an action that began has succeeded if the following rows continue without failure. */
function wentOn(index: LineIndex, { segment, share }: Candidate): boolean {
  if (index.isCompressed || share < THRESHOLDS.share.began) return false;
  if (isPrompt(index, segment) || index.segments[segment + 1] === undefined) return false;
  for (
    let at = segment + 1;
    at <= segment + THRESHOLDS.rowReach.after && !isPrompt(index, at);
    at += 1
  ) {
    const text = index.segments[at]?.text;
    if (text === undefined) break;
    if (judgeText(text, index.wordsOf(at)).outcome !== 'neutral') {
      return judgeText(text, index.wordsOf(at)).outcome === 'success';
    }
  }
  return true;
}

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
  if (value < bound.min || value > bound.max) return 'failed';
  // Failures that are only counted in the line do not affect the value.
  if (judgement.isTally) return candidate.share >= THRESHOLDS.share.mention ? 'passed' : undefined;
  return judgement.outcome === 'failure' ? 'failed' : 'passed';
}

/** A failure reported by a test runner, or a timeout, is not within any bound. */
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
  if (denied === undefined) return undefined;
  const words = index.wordsOf(candidate.segment);
  const text = index.segments[candidate.segment]?.text ?? '';
  for (const [at, word] of words.entries()) {
    if (word.concept !== denied) continue;
    // "8 currently unreadable sectors", "0 rows dropped": one word may come between.
    const before = [words[at - 1], words[at - 2]].find(
      (other) => other?.kind === 'number' || other?.kind === 'negator',
    );
    if (before?.kind === 'negator') return 'passed';
    // "Found 1 broken link".
    const isNoun = before !== undefined && text.slice(before.end, word.start) === ' ';
    if (!isAbsence && !(isNoun && before.concept !== '#0')) continue;
    const after = words.slice(at + 1, at + 3).find(({ kind }) => kind === 'number');
    const isField = after !== undefined && FIELD.test(text.slice(word.end, after.start));
    const number = before?.kind === 'number' ? before : isField ? after : undefined;
    if (number?.kind === 'number') return number.concept === '#0' ? 'passed' : 'failed';
  }
  return undefined;
}
/** `_rows=`, `": `, ` invoices: `. */
const FIELD = /^\w{0,20}(?: \p{L}{1,20})?["']?\s*[=:]\s*["']?$/u;

/** That one thing is fine does not mean that none is broken: the line must mention the denied state or its opposite. */
function speaksOfDenied(
  { denied, cues, speaksOfAll }: Expectation,
  concepts: ReadonlySet<string>,
): boolean {
  const cue = denied === undefined ? undefined : cueOf(denied);
  const isTold = cue?.outcome === 'failure' && !cue.isGeneric;
  if (denied === undefined || !isTold || !speaksOfAll || !cues.has(denied)) return true;
  return [...concepts].some((said) => said === denied || areOpposite(said, denied));
}

/** What must not happen did happen, if a line states it with that very word. */
function isDenied({ denied }: Expectation, { share, literal, matched }: Candidate): boolean {
  const isOther = denied !== undefined && matched.has(denied) && !literal.has(denied);
  return share >= THRESHOLDS.share.mention && !isOther;
}

/** A test that checks for a failure passes when its runner reports so; only "test X fails" inverts the result. */
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
