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
import { labelText } from '../../../src/charts/label-text.ts';
import { assignLooks, type Look, lookOf, type Looks } from '../../../src/charts/looks.ts';
import { axisLook, timeAxis, valueAxis } from './plot-axes.ts';
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
  /** Stretches of time that stand out. */
  readonly bands?: readonly Instants[];
  readonly hasLegend?: boolean;
}

interface Drawn extends Pick<SeriesChartProps, 'chart' | 'kind' | 'timeZone'> {
  readonly format: { readonly unit?: string };
  readonly height: number;
  readonly looks: Looks;
  readonly scheme: Scheme;
  readonly hasLegend: boolean;
  readonly bands: readonly Instants[];
  /** A value that is in sight whatever the series are. */
  readonly reach: number | undefined;
  readonly onField: ((field: Field) => void) | undefined;
}

const HEIGHT = 240;
const NO_BANDS: readonly Instants[] = [];

export function SeriesChart(props: SeriesChartProps) {
  const { chart, kind, timeZone, unit, height = HEIGHT, looks: around, threshold } = props;
  const { bands = NO_BANDS, hasLegend = true } = props;
  const [field, setField] = useState<Field>();
  const [held, setHeld] = useState<number>();
  // While it is held the chart keeps its scale: a line that runs away from the pointer cannot be placed.
  const reach = reachOf(chart, held ?? threshold?.value);
  const onField = threshold === undefined ? undefined : setField;
  const scheme = useComputedColorScheme('dark');
  const looks = useMemo(
    () =>
      assignLooks(
        chart.series.map(({ name }) => name),
        around,
      ),
    [chart, around],
  );
  const format = useMemo(() => (unit === undefined ? {} : { unit }), [unit]);
  const create = useCallback(
    (element: HTMLElement) =>
      new uPlot(
        optionsFor(element.clientWidth, {
          chart,
          kind,
          timeZone,
          format,
          height,
          looks,
          scheme,
          hasLegend,
          bands,
          reach,
          onField,
        }),
        [chart.x, ...chart.series.map(({ values }) => values)] as uPlot.AlignedData,
        element,
      ),
    [chart, kind, timeZone, format, height, looks, scheme, hasLegend, bands, reach, onField],
  );
  const place = usePlot(height, create);
  const words = useMemo(() => describeChart(chart, timeZone, format), [chart, timeZone, format]);
  const figure = (
    <figure
      className="sx-chart"
      ref={place}
      aria-label={`Chart of ${namesOf(chart)}`}
      aria-description={words}
    />
  );
  if (threshold === undefined) return figure;
  return (
    <div className="sx-chart-frame">
      {figure}
      {field !== undefined && (
        <ThresholdLine
          threshold={threshold}
          field={field}
          unit={unit}
          onHold={(isHeld) => setHeld(isHeld ? threshold.value : undefined)}
        />
      )}
    </div>
  );
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
  const { reach, bands, onField, hasLegend } = drawn;
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
        ? { ...timeAxis(scheme, timeZone), ...(hasLegend ? {} : { size: 26, gap: 4 }) }
        : { ...axisLook(scheme), ...labelled(labels) },
      { ...valueAxis({ scheme, space: 30, ...format }), size: 56 },
    ],
    cursor: { drag: { x: false, y: false } },
    legend: { show: hasLegend, live: true },
    hooks: {
      drawClear: [(plot) => paintBands(plot, bands, scheme)],
      draw: onField === undefined ? [] : [(plot) => onField(fieldOf(plot))],
    },
    series: [
      {
        label: labels === undefined ? 'Time' : 'Group',
        value: (_, at) => labelAt(at, labels, timeZone),
      },
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

function labelAt(
  at: number | null,
  labels: readonly string[] | undefined,
  timeZone: string,
): string {
  if (at === null) return '';
  if (labels === undefined) return formatInstant(at * 1_000, timeZone, 'seconds');
  return labelText(labels[at] ?? '', 80);
}

function labelled(labels: readonly string[]): Partial<uPlot.Axis> {
  return {
    splits: () => labels.map((_, at) => at),
    values: (plot, splits) => {
      const room = Math.max(1, Math.floor(plot.width / labels.length / 7));
      return splits.map((at) => labelText(labels[at] ?? '', room));
    },
  };
}

function seriesOptions(
  name: string,
  place: number,
  { chart, kind, scheme }: Drawn,
  look: Look,
): uPlot.Series {
  const color = look.color[scheme];
  const count = chart.series.length;
  const width = 0.8 / count;
  const bars = uPlot.paths.bars?.({ size: [width, 60], align: 0 });
  const isBar = kind === 'bar' && bars !== undefined;
  return {
    label: labelText(name),
    stroke: color,
    width: isBar ? 0 : 1.5,
    points: isBar ? { show: false } : { show: true, filter: (plot, at) => lonely(plot.data[at]) },
    ...(look.dash.length === 0 || isBar ? {} : { dash: [...look.dash] }),
    ...(isBar ? { fill: color, paths: shifted(bars, place, count, width) } : {}),
  };
}

/** Values without a neighbour: no line leads to them, so they would not be seen. */
function lonely(values: uPlot.AlignedData[number] | undefined): number[] {
  const isThere = (at: number): boolean => typeof values?.[at] === 'number';
  return Array.from(values ?? [], (_, at) => at).filter(
    (at) => isThere(at) && !isThere(at - 1) && !isThere(at + 1),
  );
}

/** Bars of several series stand side by side. */
function shifted(
  bars: uPlot.Series.PathBuilder,
  place: number,
  count: number,
  width: number,
): uPlot.Series.PathBuilder {
  if (count === 1) return bars;
  const stepOf = ({ data: [x] }: uPlot): number => (x[1] ?? 1) - (x[0] ?? 0) || 1;
  const shift = (place - count / 2) * width;
  const moved = uPlot.paths.bars?.({
    disp: {
      x0: {
        unit: 1,
        values: (plot) => Array.from(plot.data[0], (at) => at + shift * stepOf(plot)),
      },
      size: { unit: 1, values: (plot) => [width * stepOf(plot)] },
    },
  });
  return moved ?? bars;
}
