/** A chart over time, as options of uPlot. */
import uPlot from 'uplot';
import { type Scheme, SURFACES } from '../../../src/charts/colors.ts';
import { type Look, lookOf, type Looks } from '../../../src/charts/looks.ts';
import type { Stacking } from '../../../src/charts/stack.ts';
import { valueTicks } from '../../../src/charts/value-ticks.ts';
import { timeAxis, valueAxis } from './plot-axes.ts';
import { type ChartLimit, type ChartMark, paintLimits, paintMarks } from './time-chart-paint.ts';
import { type ChartForm, type PaintedSeries, stepOf } from './time-chart-shape.ts';

export interface DrawnChart {
  readonly x: readonly number[];
  readonly painted: readonly PaintedSeries[];
  readonly form: ChartForm;
  readonly stacking: Stacking;
  readonly isLog: boolean;
  readonly unit: string | undefined;
  readonly timeZone: string;
  readonly scheme: Scheme;
  readonly looks: Looks;
  readonly limits: readonly ChartLimit[];
  readonly marks: readonly ChartMark[];
  /** Seconds since 1970; defaults to the extent of the points. */
  readonly range: readonly [number, number] | undefined;
}

/** Charts of one page show the same moment under the pointer. */
const SYNC = 'time';

export function timeChartOptions(
  width: number,
  height: number,
  drawn: DrawnChart,
  hooks: uPlot.Hooks.Arrays,
): uPlot.Options {
  const { scheme, timeZone, unit, isLog, limits, marks } = drawn;
  const format = unit === undefined ? {} : { unit };
  return {
    width,
    height,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    scales: {
      x: { range: () => endsOf(drawn) },
      y: { distr: isLog ? 3 : 1, range: (_, low, high) => valueRange(low, high, drawn) },
    },
    axes: [
      { ...timeAxis(scheme, timeZone), size: 24, gap: 4, grid: { show: false } },
      { ...valueAxis({ scheme, space: 28, isLog, ...format }), size: labelRoom, gap: 4 },
    ],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { show: drawn.form !== 'bars' && drawn.stacking === 'none', size: 6 },
      sync: { key: SYNC, setSeries: false, scales: ['x', null] },
    },
    hooks: {
      ...hooks,
      drawClear: [(plot) => paintMarks(plot, marks, scheme)],
      draw: [(plot) => paintLimits(plot, limits, scheme, unit)],
    },
    series: [{}, ...drawn.painted.map((series, at) => seriesOptions(series, at, drawn))],
  };
}

/** As wide as the longest label. */
function labelRoom(_plot: uPlot, values: string[] | null): number {
  const longest = Math.max(2, ...(values ?? []).map((value) => value.length));
  return Math.min(90, 12 + longest * 6.4);
}

function endsOf({ x, form, range }: DrawnChart): [number, number] {
  const first = x[0] ?? 0;
  const last = x.at(-1) ?? first;
  // A bar reaches to the end of its bucket.
  const end = form === 'bars' ? last + stepOf(x) : last;
  if (range === undefined) return [first, Math.max(end, first + 1)];
  return [Math.min(range[0], first), Math.max(range[1], end)];
}

/** Limits are always visible, too: a line out of view warns no one. */
function valueRange(low: number, high: number, drawn: DrawnChart): [number, number] {
  const { isLog, stacking, limits, unit } = drawn;
  if (stacking === 'percent') return [0, 100];
  const values = [low, high, ...limits.map(({ from }) => from)];
  const { domain } = valueTicks(values, {
    kind: isLog ? 'log' : 'linear',
    isBinary: unit === 'bytes',
  });
  return [domain.low, domain.high];
}

function seriesOptions(series: PaintedSeries, at: number, drawn: DrawnChart): uPlot.Series {
  const { form, stacking, scheme, looks } = drawn;
  const look = lookOf(series.name, looks);
  const color = look.color[scheme];
  const isPiled = stacking !== 'none';
  if (form === 'bars') return { ...barOptions(at, drawn), stroke: color, fill: color, width: 0 };
  const isArea = form === 'area' || isPiled;
  return {
    stroke: color,
    width: lineWidth(drawn),
    ...(isArea ? {} : dashOf(look)),
    ...(isArea ? { fill: isPiled ? covering(color, scheme) : `${color}26` } : {}),
    points: lonelyPoints(lonely(series.tops), color),
  };
}

/**
 * A line with a point on nearly every pixel already looks like a band, and a width of one pixel is the fastest to draw:
 * seven times as fast as any wider line without GPU acceleration.
 */
function lineWidth({ x }: DrawnChart): number {
  return x.length > DENSE_POINTS ? 1 : 1.5;
}

const DENSE_POINTS = 300;

function dashOf({ dash }: Look): Pick<uPlot.Series, 'dash'> {
  return dash.length === 0 ? {} : { dash: [...dash] };
}

/** A part of a stack covers what is drawn below it, so its color must be opaque. */
function covering(color: string, scheme: Scheme): string {
  const part = (text: string, place: number): number =>
    Number.parseInt(text.slice(place, place + 2), 16);
  const mixed = [1, 3, 5].map((place) =>
    Math.round(0.45 * part(color, place) + 0.55 * part(SURFACES.page[scheme], place)),
  );
  return `rgb(${mixed.join(' ')})`;
}

/** Bars that are not stacked are placed side by side in their bucket. */
function barOptions(at: number, { painted, stacking, x }: DrawnChart): uPlot.Series {
  const count = stacking === 'none' ? painted.length : 1;
  const place = stacking === 'none' ? at : 0;
  const step = stepOf(x);
  const size = (step * 0.86) / count;
  const paths = uPlot.paths.bars?.({
    disp: {
      x0: {
        unit: 1,
        values: (plot) => Array.from(plot.data[0], (start) => start + step * 0.07 + place * size),
      },
      size: { unit: 1, values: (plot) => Array.from(plot.data[0], () => size) },
    },
  });
  return { points: { show: false }, ...(paths === undefined ? {} : { paths }) };
}

/** Values without a neighbour: no line leads to them, so they would not be seen. */
function lonely(values: readonly (number | null)[]): number[] {
  const found: number[] = [];
  for (const [at, value] of values.entries()) {
    if (value !== null && !isThere(values, at - 1) && !isThere(values, at + 1)) found.push(at);
  }
  return found;
}

function isThere(values: readonly (number | null)[], at: number): boolean {
  return typeof values[at] === 'number';
}

/** Most series have none, and need not be looked through once more. */
function lonelyPoints(places: number[], color: string): uPlot.Series.Points {
  return places.length === 0
    ? { show: false }
    : { show: true, size: 4, fill: color, filter: () => places };
}
