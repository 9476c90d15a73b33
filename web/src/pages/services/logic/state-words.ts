/** States as words, icons and colours: none of the three is used without the others. */
import type { State } from '../../../../../src/charts/colors.ts';
import type { KpiState, ServiceState } from '../../../../../src/spec/services.ts';
import type { IconName } from '../../../parts/icons.tsx';

export interface StateLook {
  readonly word: string;
  readonly icon: IconName;
  readonly look: State;
}

export const SERVICE_LOOKS: Readonly<Record<ServiceState, StateLook>> = {
  critical: { word: 'critical', icon: 'critical', look: 'critical' },
  degraded: { word: 'degraded', icon: 'warning', look: 'warning' },
  unknown: { word: 'unknown', icon: 'clock', look: 'unknown' },
  healthy: { word: 'healthy', icon: 'check', look: 'ok' },
};

/** The last three are distinct states, and none of them is good. */
export const KPI_LOOKS: Readonly<Record<KpiState, StateLook>> = {
  ok: { word: 'ok', icon: 'check', look: 'ok' },
  warning: { word: 'warning', icon: 'warning', look: 'warning' },
  critical: { word: 'critical', icon: 'critical', look: 'critical' },
  no_data: { word: 'no events', icon: 'inbox', look: 'unknown' },
  too_few: { word: 'too few events', icon: 'minus', look: 'unknown' },
  not_measured: { word: 'not measured', icon: 'offline', look: 'unknown' },
};

export function isMeasured(state: KpiState): boolean {
  return state === 'ok' || state === 'warning' || state === 'critical';
}

/** Explains states without a value to first-time readers. */
export const UNMEASURED_MEANINGS = {
  no_data: 'no events in the interval',
  too_few: 'fewer events than the minimum',
  not_measured: "Xplain couldn't calculate the value; it is backfilled later",
} as const satisfies Partial<Record<KpiState, string>>;
