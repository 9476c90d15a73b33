/** Describes a chart in words for people who can't see it. */
import type { ChartData, Series } from './chart-data.ts';
import { formatInstant } from './clock.ts';
import { labelText } from './label-text.ts';
import { type ValueFormat, valueText } from './value-text.ts';

const NAMED_MAX = 5;

export function describeChart(
  { x, labels, series }: ChartData,
  timeZone: string,
  format: ValueFormat = {},
): string {
  const whereOf = (at: number): string => {
    const place = x[at] ?? Number.NaN;
    return labels === undefined
      ? formatInstant(place * 1_000, timeZone, 'seconds')
      : labelText(labels[at] ?? '');
  };
  const parts = series.slice(0, NAMED_MAX).map((each) => describeSeries(each, whereOf, format));
  const more = series.length > NAMED_MAX ? [`and ${series.length - NAMED_MAX} more series`] : [];
  const over =
    x.length === 0
      ? 'Nothing to show'
      : labels === undefined
        ? `From ${whereOf(0)} to ${whereOf(x.length - 1)} (${timeZone})`
        : `${x.length} ${x.length === 1 ? 'group' : 'groups'}`;
  return `${[over, ...parts, ...more].join('; ')}.`;
}

function describeSeries(
  { name, values }: Series,
  whereOf: (at: number) => string,
  format: ValueFormat,
): string {
  let lowest = -1;
  let highest = -1;
  for (const [at, value] of values.entries()) {
    if (value === null || !Number.isFinite(value)) continue;
    if (lowest < 0 || value < (values[lowest] ?? 0)) lowest = at;
    if (highest < 0 || value > (values[highest] ?? 0)) highest = at;
  }
  if (highest < 0) return `${labelText(name)}: no values`;
  const text = (at: number): string => valueText(values[at] ?? Number.NaN, format);
  return `${labelText(name)}: ${text(lowest)} to ${text(highest)}, highest at ${whereOf(highest)}`;
}
