/** Series over time or over groups, as lines or bars, with a legend that follows the pointer. */
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './charts.css';
import type { ChartData } from '../../../src/charts/chart-data.ts';
import { formatInstant, type Instants } from '../../../src/charts/clock.ts';
import { type Scheme, TEXT_COLORS } from '../../../src/charts/colors.ts';
import { describeChart } from '../../../src/charts/describe-chart.ts';
import { labelsThatFit, labelText } from '../../../src/charts/label-text.ts';
import { assignLooks, lookOf, type Looks } from '../../../src/charts/looks.ts';
import { meantLooks } from './meanings.ts';
import { axisLook, timeAxis, valueAxis } from './plot-axes.ts';
import { SeriesLegend, type SeriesSum } from './series-legend.tsx';
import { seriesOptions } from './series-paths.ts';
import { type ChartThreshold, ThresholdLine } from './threshold-line.tsx';
import type { Field } from './threshold-steps.ts';
import { usePlot } from './use-plot.ts';

interface SeriesChartProps {
  readonly chart: ChartData;
  readonly kind: 'line' | 'bar';
  readonly timeZone: string;
  readonly unit?: string;
  readonly height?: number;
  /** Those of the other charts around, so that a name has one colour in all of them. */
  readonly looks?: Looks;
  readonly threshold?: ChartThreshold;
  /** Highlighted time ranges. */
  readonly bands?: readonly Instants[];
  readonly hasLegend?: boolean;
  /** The summary of a series in the legend. */
  readonly sum?: SeriesSum;
}

interface Drawn extends Pick<SeriesChartProps, 'chart' | 'kind' | 'timeZone'> {
  readonly format: { readonly unit?: string };
  readonly height: number;
  readonly looks: Looks;
  readonly scheme: Scheme;
  readonly bands: readonly Instants[];
  /** A value that is always visible, regardless of the series. */
  readonly reach: number | undefined;
  readonly onField: ((field: Field) => void) | undefined;
}

const HEIGHT = 240;
const NO_BANDS: readonly Instants[] = [];

export function SeriesChart(props: SeriesChartProps) {
  const { chart, kind, timeZone, unit, height = HEIGHT, looks: around, threshold } = props;
  const { bands = NO_BANDS, hasLegend = true, sum = 'total' } = props;
  const [field, setField] = useState<Field>();
  const [held, setHeld] = useState<number>();
  const [pointedAt, setPointedAt] = useState<number>();
  const [wanted, setWanted] = useState<string>();
  const only = chart.series.some(({ name }) => name === wanted) ? wanted : undefined;
  const shown = useMemo(() => onlySeries(chart, only), [chart, only]);
  // While it is held the chart keeps its scale: a line that runs away from the pointer cannot be placed.
  const reach = reachOf(shown, held ?? threshold?.value);
  const onField = threshold === undefined ? undefined : setField;
  const scheme = useComputedColorScheme('dark');
  const looks = useMemo(() => looksOf(chart, around), [chart, around]);
  const format = useMemo(() => (unit === undefined ? {} : { unit }), [unit]);
  const create = useCallback(
    (element: HTMLElement) => {
      const drawn = { chart: shown, kind, timeZone, format, height, looks, scheme };
      const options = optionsFor(element.clientWidth, { ...drawn, bands, reach, onField });
      const onCursor = ({ cursor }: uPlot): void => setPointedAt(cursor.idx ?? undefined);
      const hooks = hasLegend ? { ...options.hooks, setCursor: [onCursor] } : options.hooks;
      const data = [shown.x, ...shown.series.map(({ values }) => values)] as uPlot.AlignedData;
      return new uPlot({ ...options, ...(hooks === undefined ? {} : { hooks }) }, data, element);
    },
    [shown, kind, timeZone, format, height, looks, scheme, hasLegend, bands, reach, onField],
  );
  const place = usePlot(height, create);
  const words = useMemo(() => describeChart(chart, timeZone, format), [chart, timeZone, format]);
  const at = pointedAt === undefined ? undefined : chart.x[pointedAt];
  const pointed =
    at === undefined || pointedAt === undefined
      ? undefined
      : { at: pointedAt, text: labelAt(at, chart.labels, timeZone) };
  const figure = (
    <figure
      className="sx-chart"
      ref={place}
      aria-label={`Chart of ${namesOf(chart)}`}
      aria-description={words}
    />
  );
  const legend = { chart, looks, scheme, format, sum, only, pointed };
  return (
    <div className="sx-chart-frame">
      {figure}
      {threshold !== undefined && field !== undefined && (
        <ThresholdLine
          threshold={threshold}
          field={field}
          unit={unit}
          onHold={(isHeld) => setHeld(isHeld ? threshold.value : undefined)}
        />
      )}
      {hasLegend && <SeriesLegend {...legend} onOnly={setWanted} />}
    </div>
  );
}

function onlySeries(chart: ChartData, only: string | undefined): ChartData {
  if (only === undefined) return chart;
  return { ...chart, series: chart.series.filter(({ name }) => name === only) };
}

/** Colours with a meaning first; those of other charts around win over them. */
function looksOf({ series }: ChartData, around: Looks | undefined): Looks {
  const names = series.map(({ name }) => name);
  return assignLooks(names, new Map([...meantLooks(names), ...(around ?? [])]));
}

/** Only a value that the series do not reach changes what a chart shows. */
function reachOf({ series }: ChartData, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const all = series.flatMap(({ values }) => values.filter((each) => each !== null));
  const high = all.reduce((most, each) => Math.max(most, each), 0);
  const low = all.reduce((least, each) => Math.min(least, each), 0);
  return Math.max(high, value) === high && Math.min(low, value) === low ? high : value;
}

function namesOf({ series }: ChartData): string {
  return series.map(({ name }) => labelText(name)).join(', ');
}

function optionsFor(width: number, drawn: Drawn): uPlot.Options {
  const { chart, timeZone, scheme, looks, format, height } = drawn;
  const { labels } = chart;
  const { reach, bands, onField } = drawn;
  const last = Math.max(0, chart.x.length - 1);
  return {
    width,
    height,
    padding: [10, 28, 0, 0],
    scales: {
      x: labels === undefined ? { time: true } : { time: false, range: [-0.6, last + 0.6] },
      y: { range: (_, low, high) => valueRange(low, high, reach) },
    },
    axes: [
      labels === undefined
        ? { ...timeAxis(scheme, timeZone), size: 26, gap: 4 }
        : { ...axisLook(scheme), ...labelled(labels), size: 26, gap: 4 },
      { ...valueAxis({ scheme, space: 30, ...format }), size: 56 },
    ],
    cursor: { drag: { x: false, y: false } },
    legend: { show: false },
    hooks: {
      drawClear: [(plot) => paintBands(plot, bands, scheme)],
      draw: onField === undefined ? [] : [(plot) => onField(fieldOf(plot))],
    },
    series: [
      {},
      ...chart.series.map(({ name }, place) =>
        seriesOptions(name, place, drawn, lookOf(name, looks)),
      ),
    ],
  };
}

/** With a threshold there is room above it to move it to. */
function valueRange(low: number, high: number, reach: number | undefined): [number, number] {
  if (reach === undefined) return [Math.min(0, low), high <= 0 ? 1 : high * 1.06];
  const top = Math.max(high, reach);
  return [Math.min(0, low, reach * 1.2), top <= 0 ? 1 : top * 1.2];
}

function fieldOf({ over, scales }: uPlot): Field {
  return {
    left: over.offsetLeft,
    top: over.offsetTop,
    width: over.clientWidth,
    height: over.clientHeight,
    low: scales['y']?.min ?? 0,
    high: scales['y']?.max ?? 1,
  };
}

function paintBands(plot: uPlot, bands: readonly Instants[], scheme: Scheme): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = `${TEXT_COLORS.danger[scheme]}2b`;
  for (const { from, to } of bands) {
    const left = Math.max(bbox.left, plot.valToPos(from / 1_000, 'x', true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(to / 1_000, 'x', true));
    // What lasted a moment can still be seen.
    if (right >= bbox.left) ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
  }
  ctx.restore();
}

function labelAt(at: number, labels: readonly string[] | undefined, timeZone: string): string {
  if (labels === undefined) return formatInstant(at * 1_000, timeZone, 'seconds');
  return labelText(labels[at] ?? '', 80);
}

function labelled(labels: readonly string[]): Partial<uPlot.Axis> {
  return {
    splits: () => labels.map((_, at) => at),
    values: ({ width }, splits) => {
      const fitting = labelsThatFit(labels, width);
      return splits.map((at) => fitting[at] ?? '');
    },
  };
}
