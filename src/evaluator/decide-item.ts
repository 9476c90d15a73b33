/** Decides one item: which lines are about it, and what they report. Abstains without clear evidence. */
import { decideCount } from './decide-count.ts';
import { decideOverall } from './decide-overall.ts';
import { notFound, roundConfidence, type Decision, type Evidence } from './decision.ts';
import { findEvidence, type Candidate } from './find-evidence.ts';
import { looksTyped } from './find-headings.ts';
import type { LineIndex } from './index-lines.ts';
import { isAbout, isUnsaidDeed } from './is-about.ts';
import { judgeCommand } from './judge-command.ts';
import { judgeText } from './judge-text.ts';
import { readCall } from './polarity.ts';
import type { Expectation } from './read-expectation.ts';
import { readStatus } from './read-status.ts';
import { readTime } from './read-time.ts';
import { THRESHOLDS } from './thresholds.ts';

export function decideItem(index: LineIndex, expectation: Expectation): Decision {
  const candidates = findEvidence(
    index,
    expectation,
    expectation.count === undefined ? undefined : THRESHOLDS.most.countedCandidates,
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
  if (chosen?.status === undefined || isProbe(index, expectation, chosen, candidates)) {
    return notFound(nearest);
  }
  const same = decisive.filter((other) => other !== chosen && other.status === chosen.status);
  const isContested = decisive.some((other) => other.status !== chosen.status);
  return {
    status: chosen.status,
    confidence: confidenceOf(chosen, isContested),
    evidence: [chosen, ...same].slice(0, THRESHOLDS.most.evidence),
    nearest,
    counted: undefined,
  };
}

/** The decisive lines of which the latest one counts: those that state an outcome, if any has a similar score. */
function closest(judged: readonly Evidence[]): Evidence[] {
  const decisive = judged.filter(({ status }) => status !== undefined);
  const verdicts = decisive.filter(({ judgement }) => judgement.isVerdict);
  const explicit = verdicts.length > 0 ? verdicts : decisive.filter(({ isExplicit }) => isExplicit);
  const best = judged[0]?.candidate.score ?? 0;
  const bestExplicit = explicit[0]?.candidate.score ?? 0;
  const told = explicit.some(({ judgement }) => judgement.isVerdict) ? [] : matchingDeeds(decisive);
  const chosen =
    told.length > 0
      ? told
      : bestExplicit >= best - THRESHOLDS.score.explicitMargin
        ? explicit
        : decisive;
  const top = chosen[0]?.candidate.score ?? 0;
  return chosen.filter(({ candidate }) => candidate.score >= top - THRESHOLDS.score.margin);
}

/** Lines that report exactly this deed, if all failures of the thing are older and about something else. */
function matchingDeeds(decisive: readonly Evidence[]): Evidence[] {
  const told = decisive.filter(
    ({ candidate, status }) =>
      status === 'passed' &&
      candidate.share >= THRESHOLDS.share.told &&
      !candidate.missing.some(isUnsaidDeed),
  );
  const failures = decisive.filter(({ status }) => status === 'failed' || status === 'skipped');
  const last = Math.max(-1, ...told.map(({ candidate }) => candidate.segment));
  const isOther = ({ candidate }: Evidence): boolean =>
    candidate.missing.some(({ isDeed }) => isDeed) && candidate.segment < last;
  return failures.length > 0 && failures.every(isOther) ? told : [];
}

function judge(index: LineIndex, expectation: Expectation, candidate: Candidate): Evidence {
  const text = index.segments[candidate.segment]?.text ?? '';
  const isCommand = looksTyped(text);
  const answered = isCommand ? judgeCommand(index, candidate.segment) : undefined;
  const judgement = answered ?? judgeText(text, index.wordsOf(candidate.segment));
  const isMute = isCommand && answered === undefined;
  const status = isMute ? undefined : readStatus(expectation, candidate, judgement, index);
  const isWhole =
    candidate.share >= THRESHOLDS.share.whole && candidate.lineShare >= THRESHOLDS.lineShare.whole;
  // "Payment captured order=1002" settles what failed at the first attempt.
  const said = new Set(index.wordsOf(candidate.segment).map(({ concept }) => concept));
  const isTold = expectation.terms.some(({ isDeed, concept }) => isDeed && said.has(concept));
  const isDone = judgement.isCompletion && isTold && candidate.holdsRequired && status === 'passed';
  const isExplicit = isWhole || isDone || judgement.outcome !== 'neutral';
  return { candidate, judgement, status, isExplicit };
}

/** Programs try calls that may fail: one that also went well on the same thing settles nothing. */
function isProbe(
  index: LineIndex,
  { terms }: Expectation,
  chosen: Evidence,
  all: readonly Candidate[],
): boolean {
  const callOf = ({ segment }: Candidate): ReturnType<typeof readCall> =>
    readCall(index.segments[segment]?.text ?? '');
  const call = callOf(chosen.candidate);
  if (call === undefined || call.isDone) return false;
  const things = terms.filter(
    ({ isDeed, concept }) => !isDeed && chosen.candidate.matched.has(concept),
  );
  return all
    .filter((other) => things.every(({ concept }) => other.matched.has(concept)))
    .map(callOf)
    .some((other) => other?.isDone === true && other.name === call.name);
}

/** If lines disagree, the latest one counts: a successful retry settles the matter. */
function latest(index: LineIndex, decisive: readonly Evidence[]): Evidence | undefined {
  const [first] = decisive;
  if (first === undefined || decisive.every(({ status }) => status === first.status)) return first;
  const textOf = ({ candidate }: Evidence): string => index.segments[candidate.segment]?.text ?? '';
  const times = decisive.map((evidence) => readTime(textOf(evidence)));
  const isTimed = times.every((time) => time !== undefined);
  // Patterns are ordered by their counts, so without times it is unknown which one came last.
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

function confidenceOf({ candidate, judgement }: Evidence, isContested: boolean): number {
  const { base, ofShare, ofStrength, strengthMin, max, contested } = THRESHOLDS.confidence;
  const said = judgement.isVerdict ? 1 : Math.max(strengthMin, judgement.strength);
  const sure = Math.min(max, base + ofShare * candidate.share + ofStrength * said);
  return roundConfidence(sure * (isContested ? contested : 1));
}
