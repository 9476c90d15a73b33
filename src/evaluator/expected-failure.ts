/** Failures that an item expects, or that don't affect what it expects. */
import type { Candidate } from './find-evidence.ts';
import { looksTyped } from './find-headings.ts';
import type { LineIndex } from './index-lines.ts';
import type { Judgement } from './judge-text.ts';
import { saysTrial } from './polarity.ts';
import type { Expectation } from './read-expectation.ts';
import type { Word } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export function isExpectedFailure(
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
  index: LineIndex,
): boolean {
  return (
    isWardedOff(expectation, candidate, judgement, index) ||
    isDoneInParts(expectation, candidate, judgement) ||
    isStopped(candidate, judgement)
  );
}

/** An attempt is proved by a line that reports it, not by the command that requests it. */
export function isTried({ segment, share }: Candidate, index: LineIndex): boolean {
  const text = index.segments[segment]?.text ?? '';
  return share >= THRESHOLDS.share.mention && !looksTyped(text) && saysTrial(text);
}

/** "File imported rejected=2": the deed was done, though not for every part. */
function isDoneInParts(
  { terms, cues, speaksOfAll }: Expectation,
  { literal }: Candidate,
  judgement: Judgement,
): boolean {
  if (!judgement.isTally || speaksOfAll) return false;
  return (
    [...cues].some((cue) => judgement.cues.get(cue) === 'success') ||
    terms.some(({ isDeed, concept }) => isDeed && literal.has(concept))
  );
}

/** A process that was stopped by a signal exits with the signal's number, as it should. */
function isStopped({ literal }: Candidate, { exitCode, cues }: Judgement): boolean {
  return literal.has(STOP) && cues.size === 0 && STOPPED_BY.has(exitCode ?? 0);
}
const STOP = 'stop';
const STOPPED_BY: ReadonlySet<number> = new Set([130, 143]);

/** "Account locked after failed logins" is bad news, but also what "the account gets locked" expects. */
function isWardedOff(
  { terms }: Expectation,
  { share, segment }: Candidate,
  { doubts }: Judgement,
  index: LineIndex,
): boolean {
  const text = index.segments[segment]?.text ?? '';
  return (
    share >= THRESHOLDS.share.mention &&
    doubts.length === 0 &&
    terms.some((term) => WARDED_OFF.test(term.text)) &&
    WARDED_OFF.test(text)
  );
}
const WARDED_OFF =
  /\b(?:locked|blocked|banned|revoked|suspended|quarantined|evicted|gesperrt|blockiert)\b/i;

/** "5 thresholds met" proves "5 thresholds were met", regardless of the rest of the line. */
export function saysCount({ terms }: Expectation, words: readonly Word[]): boolean {
  const [number] = terms;
  if (!/^#\d+$/.test(number?.concept ?? '') || terms.length < THRESHOLDS.least.countedTerms) {
    return false;
  }
  if (!terms.some(({ isDeed }) => isDeed)) return false;
  const said = words.filter(({ kind }) => kind !== 'stop').map(({ concept }) => concept);
  return said.some((_, at) => terms.every((term, nth) => said[at + nth] === term.concept));
}
