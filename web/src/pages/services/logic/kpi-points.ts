/** What was measured, or would have been, as points of a chart. */
import type { KpiSettings } from '../../../../../src/contract/kpi-settings.ts';
import type { KpiHistory, KpiPreviewAnswer } from '../../../../../src/contract/kpi-views.ts';
import type { KpiState } from '../../../../../src/spec/services.ts';
import type { ChartLimitLine, LimitPoint } from '../../../charts/limit-chart.tsx';
import { countOf } from '../../../parts/sizes.ts';
import { isMeasured, KPI_LOOKS } from './state-words.ts';
import { limitNumbers, limitWords } from './value-words.ts';

/** A value of too few events is none that a line may lead to. */
function pointOf(from: string, state: KpiState, value: number | null, note?: string): LimitPoint {
  const { look, word } = KPI_LOOKS[state];
  return {
    from: Date.parse(from),
    look,
    word,
    value: isMeasured(state) ? value : null,
    ...(note === undefined ? {} : { note }),
  };
}

/** Slots before the first measured one, and the slot in progress, do not count as not measured. */
export function historyPoints({ cells }: Pick<KpiHistory, 'cells'>): LimitPoint[] {
  const first = cells.findIndex(({ state }) => state !== 'not_measured');
  const begin = first < 0 ? cells.length : first;
  return cells.map(({ from, state, value, slots, revised }, at) => ({
    ...pointOf(from, state, null),
    ...(at < begin ? { word: 'before the first interval' } : {}),
    ...(at >= begin && at === cells.length - 1 && state === 'not_measured'
      ? { word: 'in progress' }
      : {}),
    // The worst slot names the cell; others in it may have been measured.
    value: slots === 0 ? null : value,
    ...(revised === 0
      ? {}
      : { note: `${countOf(revised, 'interval')} corrected after late events` }),
  }));
}

export function previewPoints({ slots }: Pick<KpiPreviewAnswer, 'slots'>): LimitPoint[] {
  return slots.map(({ from, state, value, total }) =>
    pointOf(from, state, value, total === null ? undefined : countOf(total, 'event')),
  );
}

export function limitLines(
  settings: Pick<KpiSettings, 'warning' | 'critical' | 'better' | 'unit'>,
): ChartLimitLine[] {
  const { better, unit } = settings;
  return (['warning', 'critical'] as const).flatMap((name) => {
    const limit = settings[name];
    const words = `${name} ${limitWords(limit, better, unit) ?? ''}`;
    return limitNumbers(limit).map((value, at) => ({
      value,
      look: name,
      words: at === 0 ? words : '',
    }));
  });
}

const ORDER: readonly KpiState[] = [
  'critical',
  'warning',
  'ok',
  'no_data',
  'too_few',
  'not_measured',
];

/** `12 warning, 270 ok, 4 too few events`: in the order of how bad they are. */
export function pointCounts(points: readonly Pick<LimitPoint, 'word'>[]): string {
  const counts = new Map(ORDER.map((state) => [KPI_LOOKS[state].word, 0]));
  for (const { word } of points) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');
}
