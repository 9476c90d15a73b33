/** The values of a chart as lines, areas and bars. A gap in the values is a gap in the drawing. */
import type { ChartData } from '../chart-data.ts';
import type { Scheme } from '../colors.ts';
import type { Look } from '../looks.ts';
import type { Scale } from '../scale.ts';
import type { Stacking, StackedSeries } from '../stack.ts';
import type { Field } from './axes.ts';
import { type Markup, place, tag } from './markup.ts';

/** Input of all shapes. */
export interface Drawn {
  readonly x: Scale;
  readonly y: Scale;
  readonly field: Field;
  readonly data: ChartData;
  readonly stacked: readonly StackedSeries[];
  readonly stacking: Stacking;
  readonly lookOf: (name: string) => Look;
}

interface Point {
  readonly x: number;
  readonly bottom: number;
  readonly top: number;
}

/** The points of a series between two gaps. */
type Run = readonly Point[];

export function drawLines(drawn: Drawn, scheme: Scheme): Markup[] {
  return drawn.stacked.flatMap((series) => {
    const look = drawn.lookOf(series.name);
    const runs = runsOf(drawn, series);
    const path = runs.map((run) => lineOf(run.map(({ x, top }) => [x, top]))).join('');
    return [strokeOf(path, look, scheme), ...pointsOf(runs, look, scheme)];
  });
}

export function drawAreas(drawn: Drawn, scheme: Scheme): Markup[] {
  const areas = drawn.stacked.map((series) => {
    const path = runsOf(drawn, series)
      .map((run) => {
        const tops = run.map(({ x, top }) => [x, top] as const);
        const bottoms = run.toReversed().map(({ x, bottom }) => [x, bottom] as const);
        return `${lineOf([...tops, ...bottoms])}Z`;
      })
      .join('');
    // Areas that aren't stacked overlap, so they are translucent.
    const opacity = drawn.stacking === 'none' ? '0.25' : '0.7';
    const fill = drawn.lookOf(series.name).color[scheme];
    return tag('path', { d: path, fill, 'fill-opacity': opacity });
  });
  return [...areas, ...drawLines(drawn, scheme)];
}

const BAR_SHARE = 0.8;

export function drawBars(drawn: Drawn, scheme: Scheme): Markup[] {
  const { x: places } = drawn.data;
  const { field, stacked } = drawn;
  const isPiled = drawn.stacking !== 'none';
  const room = ((field.right - field.left) / Math.max(1, places.length)) * BAR_SHARE;
  const width = Math.max(0.5, isPiled ? room : room / Math.max(1, stacked.length));
  return stacked.map((series, order) => {
    const left = isPiled ? -width / 2 : (order - stacked.length / 2) * width;
    const path = runsOf(drawn, series)
      .flat()
      .map(({ x, bottom, top }) => barOf(x + left, width, bottom, top))
      .join('');
    return tag('path', { d: path, fill: drawn.lookOf(series.name).color[scheme] });
  });
}

function runsOf({ x, y, field, data }: Drawn, { tops, bottoms }: StackedSeries): Run[] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const [at, value] of data.x.entries()) {
    const top = heightOf(tops[at], y);
    const left = x(value);
    if (top === undefined || !Number.isFinite(left)) {
      if (run.length > 0) runs.push(run);
      run = [];
      continue;
    }
    // A logarithmic axis has no zero, so areas start at the bottom of the plot.
    run.push({ x: left, top, bottom: heightOf(bottoms[at], y) ?? field.bottom });
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function heightOf(value: number | null | undefined, y: Scale): number | undefined {
  if (value === null || value === undefined) return undefined;
  const height = y(value);
  return Number.isFinite(height) ? height : undefined;
}

function lineOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${place(x)} ${place(y)}`).join('');
}

function barOf(x: number, width: number, bottom: number, top: number): string {
  return `M${place(x)} ${place(bottom)}V${place(top)}H${place(x + width)}V${place(bottom)}Z`;
}

function strokeOf(path: string, look: Look, scheme: Scheme): Markup {
  return tag('path', {
    d: path,
    fill: 'none',
    stroke: look.color[scheme],
    'stroke-width': 1.5,
    'stroke-linejoin': 'round',
    'stroke-dasharray': look.dash.length === 0 ? undefined : look.dash.join(' '),
  });
}

/** A value between two gaps has no line to be seen by. */
function pointsOf(runs: readonly Run[], look: Look, scheme: Scheme): Markup[] {
  return runs
    .filter((run) => run.length === 1)
    .flatMap(([point]) =>
      point === undefined
        ? []
        : [tag('circle', { cx: point.x, cy: point.top, r: 2.5, fill: look.color[scheme] })],
    );
}
