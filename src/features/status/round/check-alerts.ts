import { isoTime } from '../../../base/clock.ts';
import { isObject } from '../../../base/is-object.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Answer, fieldOf, type Outcome } from './call-target.ts';
import { bySpeed, type Check, down, GOOD, judgeRefusal, none } from './judge-answer.ts';
import type { RoundNeeds, Target } from './target.ts';
import { writeLine } from './write-line.ts';

/** The field that the rule groups by, so that each trial fires separately. */
export const TRIAL_FIELD = 'probe_trial';

interface Trial {
  readonly id: string;
  readonly writtenAt: number;
  readonly acceptedAt: number;
}

/**
 * Checks the list of alerts and whether rules are evaluated each minute. Also periodically sends a line that must
 * trigger an alert; the result of the last trial applies until the next one is decided.
 */
export function createAlertWatch(needs: RoundNeeds, target: Target): () => Promise<Check> {
  let trial: Trial | undefined;
  let lastTrialAt: number | undefined;
  let verdict: Check = none('not_checked');
  /** Since when the platform has reported that rules are waiting for evaluation. */
  let lateSince: number | undefined;

  return async () => {
    if (target.readKey === undefined || target.alertRule === undefined) return none('not_set_up');
    const [listed, isLate] = await Promise.all([
      readAlerts(needs, target, trial),
      areRulesLate(needs, target),
    ]);
    const check = judgeList(listed);
    if (check.result !== 'up' || listed.kind === 'failed') return check;
    if (trial !== undefined) {
      const decided = decide(trial, listed, needs.monotonic());
      if (decided !== undefined) [verdict, trial] = [decided, undefined];
    }
    const isDue =
      lastTrialAt === undefined || needs.monotonic() - lastTrialAt >= LIMITS.status.trialEveryMs;
    if (trial === undefined && isDue) {
      lastTrialAt = needs.monotonic();
      trial = await beginTrial(needs, target);
    }
    lateSince = isLate ? (lateSince ?? needs.monotonic()) : undefined;
    if (lateSince === undefined || verdict.result === 'down') return verdict;
    return judgeLateness(needs.monotonic() - lateSince);
  };
}

async function beginTrial(needs: RoundNeeds, target: Target): Promise<Trial | undefined> {
  const id = needs.newNonce();
  const { accepted, writtenAt } = await writeLine(needs, target, 'http', { [TRIAL_FIELD]: id });
  // An endpoint that accepts nothing is judged separately.
  return accepted === undefined ? undefined : { id, writtenAt, acceptedAt: accepted.at };
}

async function readAlerts(
  needs: RoundNeeds,
  { url, readKey, alertRule }: Target,
  trial: Trial | undefined,
): Promise<Outcome> {
  const parameters = new URLSearchParams({
    ...(alertRule === undefined ? {} : { ruleId: alertRule }),
    // A minute for a platform whose clock goes slow.
    ...(trial === undefined ? {} : { from: isoTime(trial.writtenAt - 60_000) }),
  });
  return needs.call({
    url: `${url}/api/v1/alerts?${parameters.toString()}`,
    ...(readKey === undefined ? {} : { bearer: readKey }),
  });
}

/** The platform reports this once the oldest due rule has waited for a while; a read-only key cannot see rules. */
async function areRulesLate(needs: RoundNeeds, { url }: Target): Promise<boolean> {
  const answer = await needs.call({ url: `${url}/ready` });
  // A failed request proves nothing here; the list check shows whether there are alerts.
  if (answer.kind === 'failed') return false;
  return fieldOf(answer, 'data', 'engines', 'alerts', 'state') === 'degraded';
}

/** A rule had already waited for `readyLagMsMax` when the platform started to report it. */
function judgeLateness(saidForMs: number): Check {
  const isFailed = saidForMs + LIMITS.alerts.readyLagMsMax >= LIMITS.status.tickMsMax;
  return { result: isFailed ? 'down' : 'slow', reason: 'not_ticking' };
}

function judgeList(outcome: Outcome): Check {
  if (outcome.kind === 'failed') return down(outcome.reason);
  if (outcome.status === 404) return none('not_set_up');
  if (outcome.status !== 200) return judgeRefusal(outcome);
  return Array.isArray(fieldOf(outcome, 'data')) ? GOOD : down('wrong_answer');
}

/** Undefined while there is still time. */
function decide(trial: Trial, listed: Answer, now: number): Check | undefined {
  const alerts = fieldOf(listed, 'data');
  const fired = (Array.isArray(alerts) ? alerts : []).find(
    (alert) =>
      isObject(alert) && isObject(alert['group']) && alert['group'][TRIAL_FIELD] === trial.id,
  ) as Readonly<Record<string, unknown>> | undefined;
  if (fired !== undefined) {
    // By the platform's own clock: this one only looks once a minute.
    const { firedAt: firedText } = fired;
    const firedAt = typeof firedText === 'string' ? Date.parse(firedText) : Number.NaN;
    const elapsedMs = Number.isNaN(firedAt) ? now - trial.acceptedAt : firedAt - trial.writtenAt;
    return bySpeed(elapsedMs, LIMITS.status.trialMsSlow);
  }
  return now - trial.acceptedAt >= LIMITS.status.trialMsMax ? down('not_fired') : undefined;
}
