import { randomBase62 } from '../../base/ids.ts';
import { LIMITS } from '../../spec/limits.ts';
import { COMPONENT_IDS, STATUS_COMPONENTS, STATUS_REASONS } from '../../spec/status.ts';
import { createAlertWatch } from './round/check-alerts.ts';
import { compareFresh } from './round/check-stored.ts';
import { type Check, none } from './round/judge-answer.ts';
import { type Checks, type Round, runRound } from './round/run-round.ts';
import type { RoundNeeds, Target } from './round/target.ts';
import { MACHINE_TIME, roundNeeds, type StatusSettings } from './start-status.ts';

export interface CheckLine {
  readonly name: string;
  readonly result: string;
  readonly words: string;
}

export interface Checked {
  readonly isGood: boolean;
  readonly lines: readonly CheckLine[];
}

/** A single check for the operator: nothing is stored or shown to others. */
export async function checkOnce({ target }: Pick<StatusSettings, 'target'>): Promise<Checked> {
  const needs = roundNeeds(MACHINE_TIME, new AbortController().signal);
  return checkTarget(needs, { ...target, probeId: randomBase62(16) });
}

/** A round, and the end of its trial: a probe would find out over the next minutes. */
export async function checkTarget(needs: RoundNeeds, target: Target): Promise<Checked> {
  const lookAtAlerts = createAlertWatch(needs, target);
  const round = await runRound(needs, target, {
    alerts: lookAtAlerts,
    storedLogs: () => none('not_checked'),
  });
  const alerts = await awaitTrial(needs, round, lookAtAlerts);
  const written = round.written.map((line) => ({
    ...line,
    isAccepted: line.accepted !== undefined,
  }));
  const stored = await compareFresh(needs, target, written);
  return describe(round, { ...round.checks, alerts, 'stored-logs': stored });
}

async function awaitTrial(
  needs: RoundNeeds,
  { checks }: Round,
  look: () => Promise<Check>,
): Promise<Check> {
  let { alerts } = checks;
  // If no line is accepted, there is no trial to wait for.
  const canTry = ['up', 'slow'].includes(checks['ingest-http'].result);
  const startedAt = needs.monotonic();
  // The watch ends a trial by itself; its line was already accepted.
  while (
    canTry &&
    alerts.reason === 'not_checked' &&
    needs.monotonic() - startedAt <= LIMITS.status.trialMsMax
  ) {
    await needs.sleep(LIMITS.status.trialPollMs);
    alerts = await look();
  }
  return alerts;
}

function describe({ latencies }: Round, checks: Checks): Checked {
  const { httpMs, otlpMs, searchMs } = latencies;
  const took: Partial<Record<string, number | null>> = {
    'ingest-http': httpMs,
    'ingest-otlp': otlpMs,
    search: searchMs,
  };
  const lines = COMPONENT_IDS.map((id) => {
    const { result, reason } = checks[id];
    const ms = took[id];
    const time = typeof ms === 'number' ? `${Math.round(ms)} ms` : '';
    const words = reason === undefined ? time : STATUS_REASONS[reason];
    return {
      name: STATUS_COMPONENTS[id].name,
      result: result === 'none' ? 'no data' : result,
      words,
    };
  });
  const isGood = COMPONENT_IDS.every((id) => {
    const { result, reason } = checks[id];
    return result !== 'down' && reason !== 'key_refused' && reason !== 'probe_offline';
  });
  return { isGood, lines };
}
