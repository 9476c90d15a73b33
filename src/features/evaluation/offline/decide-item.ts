/** Decides one item: which lines are about it, and what they say. Without plain evidence it abstains. */
import type { FindingStatus } from '../../../spec/evaluation.ts';
import { findEvidence, type Candidate } from './find-evidence.ts';
import type { LineIndex } from './index-lines.ts';
import { judgeText, type Judgement } from './judge-text.ts';
import type { Outcome } from './lexicon.ts';
import type { CountRule, Expectation } from './read-expectation.ts';
import { readTime } from './read-time.ts';

export interface Decision {
  readonly status: FindingStatus;
  readonly confidence: number;
  /** The evidence, most telling first; of a `not_found` the nearest line, if any. */
  readonly evidence: readonly Evidence[];
  readonly nearest: Candidate | undefined;
  /** Rows counted, for items that ask for a number. */
  readonly counted: number | undefined;
}

export interface Evidence {
  readonly candidate: Candidate;
  readonly judgement: Judgement;
  readonly status: FindingStatus | undefined;
}

const SHARE_MIN = 0.66;
const SHARE_NEUTRAL_MIN = 0.85;
const MATCHES_MIN = 2;
/** Lines this close to the best one are about the same thing. */
const MARGIN = 0.07;
const EVIDENCE_MAX = 3;

export function decideItem(index: LineIndex, expectation: Expectation): Decision {
  const candidates = findEvidence(index, expectation);
  const [nearest] = candidates;
  const about = candidates.filter((candidate) => isAbout(expectation, candidate));
  const judged = about.map((candidate) => judge(index, expectation, candidate));
  if (expectation.count !== undefined) {
    return decideCount(index, expectation.count, judged, nearest);
  }
  const best = judged[0]?.candidate.score ?? 0;
  const close = judged.filter(({ candidate }) => candidate.score >= best - MARGIN);
  const decisive = close.filter(({ status }) => status !== undefined);
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

function notFound(nearest: Candidate | undefined): Decision {
  const share = nearest?.share ?? 0;
  return {
    status: 'not_found',
    confidence: round(0.9 - 0.4 * share),
    evidence: [],
    nearest,
    counted: undefined,
  };
}

function isAbout(expectation: Expectation, candidate: Candidate): boolean {
  const { matched, missing, share } = candidate;
  if (share < SHARE_MIN || missing.some((term) => term.isRequired)) return false;
  const needed = Math.min(MATCHES_MIN, expectation.terms.length);
  return matched.size >= needed && matched.size > 0;
}

function judge(index: LineIndex, expectation: Expectation, candidate: Candidate): Evidence {
  const text = index.segments[candidate.segment]?.text ?? '';
  const judgement = judgeText(text, index.wordsOf(candidate.segment));
  return { candidate, judgement, status: statusOf(expectation, candidate, judgement) };
}

function statusOf(
  expectation: Expectation,
  candidate: Candidate,
  judgement: Judgement,
): FindingStatus | undefined {
  const { outcome } = judgement;
  const coded = statusOfCode(expectation, judgement);
  if (coded !== undefined) return coded;
  if (outcome === 'skip') return expectation.isAbsence ? 'passed' : 'skipped';
  if (expectation.isAbsence) return candidate.share >= SHARE_NEUTRAL_MIN ? 'failed' : undefined;
  if (judgement.isVerdict) return statusOfVerdict(expectation, candidate, outcome);
  if (expectation.outcome === 'failure') {
    const isSaid = [...expectation.cues].some((cue) => judgement.cues.get(cue) === 'failure');
    if (isSaid || outcome === 'failure') return 'passed';
    return outcome === 'success' ? 'failed' : undefined;
  }
  if (expectation.isOccurrence && expectation.outcome === undefined) return 'passed';
  if (outcome === 'failure') return 'failed';
  if (outcome === 'success') return expectation.outcome === 'skip' ? 'failed' : 'passed';
  return candidate.share >= SHARE_NEUTRAL_MIN ? 'passed' : undefined;
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

/** A test that checks a failure passes when its runner says so; only "test X fails" turns it round. */
function statusOfVerdict(
  expectation: Expectation,
  candidate: Candidate,
  outcome: Outcome | 'neutral',
): FindingStatus {
  const isTurned =
    expectation.outcome === 'failure' &&
    expectation.isGenericOutcome &&
    ![...expectation.cues].some((cue) => candidate.matched.has(cue));
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
  rule: CountRule,
  judged: readonly Evidence[],
  nearest: Candidate | undefined,
): Decision {
  const found = judged.filter(({ status }) => status === 'passed');
  if (found.length === 0) return notFound(nearest);
  const byLine = new Map<number, number>();
  for (const { candidate } of found) {
    const segment = index.segments[candidate.segment];
    if (segment === undefined) continue;
    // A template stands for all rows of its pattern; of its samples each is one of them.
    byLine.set(segment.line, Math.max(byLine.get(segment.line) ?? 0, segment.count));
  }
  const counted = [...byLine.values()].reduce((sum, count) => sum + count, 0);
  const isMet = counted >= rule.min && counted <= rule.max;
  return {
    status: isMet ? 'passed' : 'failed',
    confidence: 0.7,
    evidence: found.slice(0, EVIDENCE_MAX),
    nearest,
    counted,
  };
}

function confidenceOf({ candidate, judgement }: Evidence, isContested: boolean): number {
  const said = judgement.isVerdict ? 1 : Math.max(0.5, judgement.strength);
  return round(
    Math.min(0.95, 0.35 + 0.35 * candidate.share + 0.25 * said) * (isContested ? 0.8 : 1),
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
