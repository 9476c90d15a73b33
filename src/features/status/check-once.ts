import { randomBase62 } from '../../base/ids.ts';
import { COMPONENT_IDS, STATUS_COMPONENTS, STATUS_REASONS } from '../../spec/status.ts';
import { none } from './round/judge-answer.ts';
import { runRound } from './round/run-round.ts';
import { createAlertWatch } from './round/check-alerts.ts';
import { MACHINE_TIME, roundNeeds, type StatusSettings } from './start-status.ts';

export interface CheckLine {
  readonly name: string;
  readonly result: string;
  readonly words: string;
}

/** One round for the operator: nothing is kept, and nothing is shown to others. */
export async function checkOnce({ target }: Pick<StatusSettings, 'target'>): Promise<{
  readonly isGood: boolean;
  readonly lines: readonly CheckLine[];
}> {
  const needs = roundNeeds(MACHINE_TIME, new AbortController().signal);
  const whole = { ...target, probeId: randomBase62(16) };
  const round = await runRound(needs, whole, {
    alerts: createAlertWatch(needs, whole),
    storedLogs: () => none('not_checked'),
  });
  const { httpMs, otlpMs, searchMs } = round.latencies;
  const took: Partial<Record<string, number | null>> = {
    'ingest-http': httpMs,
    'ingest-otlp': otlpMs,
    search: searchMs,
  };
  const lines = COMPONENT_IDS.map((id) => {
    const { result, reason } = round.checks[id];
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
    const { result, reason } = round.checks[id];
    return result !== 'down' && reason !== 'key_refused' && reason !== 'probe_offline';
  });
  return { isGood, lines };
}
