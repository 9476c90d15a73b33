/** Series over time or over groups: lines, areas or bars; side by side or piled up. */
import type { ChartData } from '../chart-data.ts';
import { STATE_COLORS, type State, TEXT_COLORS } from '../colors.ts';
import { describeChart } from '../describe-chart.ts';
import { labelText, textWidth } from '../label-text.ts';
import { assignLooks, type Look, lookOf, type Looks } from '../looks.ts';
import { createScale, type Scale } from '../scale.ts';
import { type Stacking, stackSeries, type StackedSeries } from '../stack.ts';
import { type ValueFormat, valueLabels, valueText } from '../value-text.ts';
import { valueTicks } from '../value-ticks.ts';
import { drawGroupAxis, drawTimeAxis, drawValueAxis, type Field, labelRoom } from './axes.ts';
import { group, type Markup, tag } from './markup.ts';
import { drawNothing, drawPaper, drawText, FONT_SIZE, type Paper, sizeOf } from './paper.ts';
import { drawAreas, drawBars, drawLines, type Drawn } from './shapes.ts';

export interface Threshold {
  readonly from: number;
  readonly state: State;
}

export interface ChartDrawing extends Paper {
  readonly data: ChartData;
  readonly kind: 'line' | 'area' | 'bar';
  readonly timeZone: string;
  readonly stacking?: Stacking;
  readonly isLog?: boolean;
  readonly unit?: string;
  readonly thresholds?: readonly Threshold[];
  /** Those of the other charts around, so that a name has one colour in all of them. */
  readonly looks?: Looks;
  readonly hasLegend?: boolean;
}

/** Maximum number of series; more are unreadable. */
export const DRAWN_SERIES_MAX = 50;

export function drawChart(drawing: ChartDrawing): string {
  const series = drawing.data.series.slice(0, DRAWN_SERIES_MAX);
  const data = { ...drawing.data, series };
  const stacking = drawing.stacking ?? 'none';
  const stacked = stackSeries(series, stacking);
  // A logarithmic axis only shows values above zero.
  const least = drawing.isLog === true ? 0 : -Infinity;
  const hasValues = stacked.some(({ tops }) => tops.some((top) => top !== null && top > least));
  if (data.x.length === 0 || !hasValues) return drawNothing(drawing);

  const unit = stacking === 'percent' ? '%' : drawing.unit;
  const looks = assignLooks(
    series.map(({ name }) => name),
    drawing.looks,
  );
  const { ticks, domain } = valueTicks(axisValues(stacked, drawing), {
    kind: drawing.isLog === true ? 'log' : 'linear',
    count: Math.max(2, Math.floor(drawing.height / 45)),
    isBinary: unit === 'bytes',
  });
  const labels = valueLabels(ticks, formatOf(unit));
  const field = fieldOf(drawing, labels);
  const y = createScale(drawing.isLog === true ? 'log' : 'linear', domain, [
    field.bottom,
    field.top,
  ]);
  const [x, ends] = createX(data, drawing.kind, field);
  const drawn: Drawn = {
    x,
    y,
    field,
    data,
    stacked,
    stacking,
    lookOf: (name) => lookOf(name, looks),
  };
  // The description uses amounts even if the chart draws shares.
  const words = describeChart(data, drawing.timeZone, formatOf(drawing.unit));
  return drawPaper(drawing, words, [
    group({}, drawValueAxis(field, drawing.scheme, ticks, labels, y)),
    group(
      {},
      data.labels === undefined
        ? drawTimeAxis(field, drawing.scheme, ends, drawing.timeZone, x)
        : drawGroupAxis(field, drawing.scheme, data, x),
    ),
    group({}, shapesOf(drawing, drawn)),
    ...drawThresholds(drawing, field, y),
    ...(drawing.hasLegend === false ? [] : drawLegend(drawing, field, drawn.lookOf, data)),
  ]);
}

function formatOf(unit: string | undefined): ValueFormat {
  return unit === undefined ? {} : { unit };
}

function shapesOf({ kind, scheme }: ChartDrawing, drawn: Drawn): Markup[] {
  switch (kind) {
    case 'line':
      return drawLines(drawn, scheme);
    case 'area':
      return drawAreas(drawn, scheme);
    case 'bar':
      return drawBars(drawn, scheme);
  }
}

/** Includes thresholds, so that their lines are visible. */
function* axisValues(
  stacked: readonly StackedSeries[],
  { thresholds = [] }: ChartDrawing,
): Generator<number | null> {
  for (const { tops, bottoms } of stacked) {
    yield* tops;
    yield* bottoms;
  }
  for (const { from } of thresholds) yield from;
}

const LEGEND_HEIGHT = 18;

function fieldOf(drawing: ChartDrawing, labels: readonly string[]): Field {
  const { width, height } = sizeOf(drawing);
  const legend = drawing.hasLegend === false ? 0 : LEGEND_HEIGHT;
  const left = Math.min(labelRoom(labels), width / 2);
  return {
    left,
    top: 10,
    right: Math.max(left + 1, width - 16),
    bottom: Math.max(12, height - 20 - legend),
  };
}

function createX(
  { x, labels }: ChartData,
  kind: ChartDrawing['kind'],
  field: Field,
): readonly [Scale, readonly [number, number]] {
  const [first = 0] = x;
  const last = x.at(-1) ?? first;
  // A bar needs half a step of room on both sides.
  const step = x.length > 1 ? (last - first) / (x.length - 1) : 1;
  const room = kind === 'bar' || labels !== undefined ? step / 2 : 0;
  const ends = [first - room, last + room] as const;
  const scale = createScale('linear', { low: ends[0], high: ends[1] }, [field.left, field.right]);
  return [scale, ends];
}

function drawThresholds(drawing: ChartDrawing, field: Field, y: Scale): Markup[] {
  const { thresholds = [], scheme, unit } = drawing;
  return thresholds.flatMap(({ from, state }) => {
    const height = y(from);
    if (!Number.isFinite(height)) return [];
    const color = STATE_COLORS[state][scheme];
    const words = `${state} from ${valueText(from, formatOf(unit))}`;
    return [
      tag('line', {
        x1: field.left,
        x2: field.right,
        y1: height,
        y2: height,
        stroke: color,
        'stroke-width': 1,
        'stroke-dasharray': '4 3',
      }),
      drawText(words, { x: field.right, y: height - 4, anchor: 'end', color }),
    ];
  });
}

/** As many names as fit into one line; the others are in the description. */
function drawLegend(
  drawing: ChartDrawing,
  field: Field,
  lookFor: (name: string) => Look,
  { series }: ChartData,
): Markup[] {
  const { width, height } = sizeOf(drawing);
  const y = height - 6;
  const pieces: Markup[] = [];
  let left = field.left;
  for (const [at, { name }] of series.entries()) {
    const text = labelText(name, 30);
    const next = left + 16 + textWidth(text, FONT_SIZE) + 14;
    if (next > width && at > 0) {
      const rest = `+${series.length - at}`;
      pieces.push(drawText(rest, { x: left, y, color: TEXT_COLORS.dimmed[drawing.scheme] }));
      break;
    }
    pieces.push(legendMark(left, y, lookFor(name), drawing.scheme));
    pieces.push(drawText(text, { x: left + 16, y }));
    left = next;
  }
  return [group({}, pieces)];
}

function legendMark(x: number, y: number, look: Look, scheme: Paper['scheme']): Markup {
  return tag('line', {
    x1: x,
    x2: x + 12,
    y1: y - 4,
    y2: y - 4,
    stroke: look.color[scheme],
    'stroke-width': 3,
    'stroke-dasharray': look.dash.length === 0 ? undefined : look.dash.join(' '),
  });
}
