/** Why a service has its score: every lost point has a KPI, a value, a limit and a time. */
import type { HealthReason, ServiceHealth } from '../../../../../src/contract/service-health.ts';
import { countOf } from '../../../parts/sizes.ts';
import { isMeasured, KPI_LOOKS } from './state-words.ts';
import { pointsWords, valueWords } from './value-words.ts';

/** `Error rate 4.2 %, limit 2 %`; a KPI without a value gives the reason. */
export function reasonWords(reason: HealthReason): string {
  const { kpi, state, value, unit, limit, detail } = reason;
  if (!isMeasured(state)) {
    return `${kpi}: ${KPI_LOOKS[state].word}${detail === '' ? '' : `. ${detail}`}`;
  }
  if (value === null) return `${kpi} is ${KPI_LOOKS[state].word}`;
  const beyond = limit === null ? '' : `, threshold ${valueWords(limit, unit)}`;
  return `${kpi} ${valueWords(value, unit)}${beyond}`;
}

/** `−42 points`, or that it does not count. */
export function lostWords({ lost, state }: Pick<HealthReason, 'lost' | 'state'>): string {
  if (!isMeasured(state)) return 'not counted';
  return `−${pointsWords(lost)} ${lost === 1 ? 'point' : 'points'}`;
}

interface Told {
  readonly score: number | null;
  readonly reason: HealthReason | null;
  readonly kpis: number;
}

/** The one sentence next to a score in a list; a score is never shown without it. */
export function standingWords({ score, reason, kpis }: Told): string {
  if (kpis === 0) return 'No KPIs yet.';
  if (reason === null) {
    return score === null ? 'No data yet.' : `All ${countOf(kpis, 'KPI')} within thresholds.`;
  }
  if (isMeasured(reason.state)) return `${reasonWords(reason)} (${lostWords(reason)})`;
  const rest = score === null ? '' : ' All other KPIs are within thresholds.';
  return `${ended(reasonWords(reason))}${rest}`;
}

/** How the score comes about: `100 − 42 − 6 = 52`. */
export function sumWords({ score, reasons }: Pick<ServiceHealth, 'score' | 'reasons'>): string {
  if (score === null) return 'No score: no data.';
  const lost = reasons.filter((reason) => reason.lost > 0);
  if (lost.length === 0) return '100 points: all KPIs with data are within thresholds.';
  const parts = lost.map((reason) => ` − ${pointsWords(reason.lost)}`).join('');
  return `100${parts} = ${pointsWords(score)}`;
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
