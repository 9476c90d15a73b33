/** A back-test as a chart. */
import type { ChartData } from '../../../../../src/charts/chart-data.ts';
import type { Instants } from '../../../../../src/charts/clock.ts';
import type { AlertCondition } from '../../../../../src/contract/alert-conditions.ts';
import type { AlertTest } from '../../../../../src/contract/alert-tests.ts';
import type { Comparison } from '../../../../../src/spec/alerts.ts';

export function chartOf({ series }: Pick<AlertTest, 'series'>, name: string): ChartData {
  return {
    x: series.map(([at]) => Date.parse(at) / 1_000),
    labels: undefined,
    series: [{ name, values: series.map(([, value]) => value) }],
  };
}

/** When it would have fired; what fires still lasts to the end of the chart. */
export function bandsOf({ series, firings }: Pick<AlertTest, 'series' | 'firings'>): Instants[] {
  const end = Date.parse(series.at(-1)?.[0] ?? '');
  return firings.flatMap(({ from, to }) => {
    const range = { from: Date.parse(from), to: to === null ? end : Date.parse(to) };
    return Number.isFinite(range.from) && Number.isFinite(range.to) ? [range] : [];
  });
}

/** The name of what the chart shows. */
export function subjectOf(condition: AlertCondition): string {
  return 'of' in condition && condition.of !== undefined ? condition.of : 'count';
}

/** Number of ticks at which a threshold would be met: computed immediately, while the full response is pending. */
export function ticksMeeting(
  { series }: Pick<AlertTest, 'series'>,
  op: Comparison,
  threshold: number,
): number {
  return series.filter(([, value]) => value !== null && isMet(value, op, threshold)).length;
}

function isMet(value: number, op: Comparison, threshold: number): boolean {
  switch (op) {
    case '>':
      return value > threshold;
    case '>=':
      return value >= threshold;
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
    case '=':
      return value === threshold;
    case '!=':
      return value !== threshold;
  }
}
