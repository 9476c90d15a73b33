/** The values of a chart over time at one moment. */
import type { ChartData } from '../../../src/charts/chart-data.ts';
import { formatInstant } from '../../../src/charts/clock.ts';
import { labelText } from '../../../src/charts/label-text.ts';
import { lookOf } from '../../../src/charts/looks.ts';
import { type ValueFormat, valueText } from '../../../src/charts/value-text.ts';
import type { PointedAt } from './chart-pointer.ts';
import type { DrawnChart } from './time-chart-options.ts';
import { toneColor } from './time-chart-paint.ts';

interface ChartTooltipProps {
  readonly chart: ChartData;
  readonly drawn: DrawnChart;
  readonly pointed: PointedAt;
  readonly canPick: boolean;
}

const LINES_MAX = 10;

export function ChartTooltip({ chart, drawn, pointed, canPick }: ChartTooltipProps) {
  const { at, left, isRight, marks } = pointed;
  const seconds = chart.x[at];
  if (seconds === undefined) return null;
  const all = valuesAt(chart, at);
  // The one that is pointed at is always among those shown.
  const shown = all.filter(({ place }, rank) => rank < LINES_MAX || place === pointed.series);
  const format =
    drawn.unit === undefined || drawn.stacking === 'percent' ? {} : { unit: drawn.unit };
  return (
    <div
      className="sx-hover tc-tooltip"
      data-side={isRight ? 'left' : 'right'}
      style={{ left: `${left}px` }}
      aria-hidden="true"
    >
      <div className="sx-hover-time">
        {formatInstant(seconds * 1_000, drawn.timeZone, 'seconds')}
      </div>
      {shown.map(({ name, value, place }) => (
        <div key={name} className="tc-line" data-pointed={place === pointed.series || undefined}>
          <span
            className="tc-key"
            style={{ background: lookOf(name, drawn.looks).color[drawn.scheme] }}
          />
          <span className="tc-name">{labelText(name, 40)}</span>
          <span className="tc-value">{valueText(value, format)}</span>
        </div>
      ))}
      {all.length > shown.length && (
        <div className="sx-hover-time">and {all.length - shown.length} more</div>
      )}
      {marks.slice(0, 3).map(({ text, tone, from }) => (
        <div key={`${from} ${text}`} className="tc-mark">
          <span className="tc-key" style={{ background: toneColor(tone, drawn.scheme) }} />
          {labelText(text, 80)}
        </div>
      ))}
      {canPick && <div className="tc-hint">Click to drill down</div>}
    </div>
  );
}

/** The same as text, for screen readers. */
export function pointWords(
  chart: ChartData,
  at: number,
  timeZone: string,
  format: ValueFormat,
): string {
  const seconds = chart.x[at];
  if (seconds === undefined) return 'no data';
  const values = valuesAt(chart, at)
    .slice(0, LINES_MAX)
    .map(({ name, value }) => `${labelText(name, 40)} ${valueText(value, format)}`);
  return [formatInstant(seconds * 1_000, timeZone, 'seconds'), ...values].join(', ');
}

/** Largest first; series without a value there are omitted. */
function valuesAt({ series }: ChartData, at: number) {
  return series
    .flatMap(({ name, values }, place) => {
      const value = values[at];
      return typeof value === 'number' ? [{ name, value, place }] : [];
    })
    .toSorted((left, right) => right.value - left.value);
}
