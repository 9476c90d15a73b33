/** Formats values and limits of KPIs for people. */
import { valueText } from '../../../../../src/charts/value-text.ts';
import type { KpiLimit, KpiSettings } from '../../../../../src/contract/kpi-settings.ts';
import type { Better } from '../../../../../src/spec/services.ts';

export function valueWords(value: number, unit: string): string {
  return valueText(value, unit === '' ? {} : { unit });
}

/** `above 5 %`, `below 0.2/s`, `outside 10 to 20`: the range beyond the limit. */
export function limitWords(limit: KpiLimit, better: Better, unit: string): string | undefined {
  if (limit === null) return undefined;
  if (Array.isArray(limit)) {
    const [low = 0, high = 0] = limit;
    return `outside ${valueWords(low, unit)} to ${valueWords(high, unit)}`;
  }
  return `${better === 'higher' ? 'below' : 'above'} ${valueWords(limit, unit)}`;
}

/** Both limits in one line. */
export function limitsWords(
  settings: Pick<KpiSettings, 'warning' | 'critical' | 'better' | 'unit'>,
): string {
  const { warning, critical, better, unit } = settings;
  const parts = [
    ['warning', limitWords(warning, better, unit)],
    ['critical', limitWords(critical, better, unit)],
  ].flatMap(([name, words]) => (words === undefined ? [] : [`${name} ${words}`]));
  return parts.length === 0 ? 'no thresholds' : parts.join(', ');
}

/** Returns the numbers of a limit of either form. */
export function limitNumbers(limit: KpiLimit): readonly number[] {
  if (limit === null) return [];
  return Array.isArray(limit) ? limit : [limit];
}

/** Formats the points of a score: at most one decimal place, as the server rounds them. */
export function pointsWords(points: number): string {
  return String(Math.round(points * 10) / 10);
}

/** `93.2 %` of a share from 0 to 1. */
export function shareWords(share: number): string {
  return `${Math.round(share * 1_000) / 10}%`;
}
