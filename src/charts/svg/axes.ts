/** The lines and numbers around a chart. */
import type { ChartData } from '../chart-data.ts';
import { GRID_COLOR, type Scheme, TEXT_COLORS } from '../colors.ts';
import { labelText, textWidth } from '../label-text.ts';
import type { Scale } from '../scale.ts';
import { timeLabels } from '../time-labels.ts';
import { timeTicks } from '../time-ticks.ts';
import { type Markup, tag } from './markup.ts';
import { drawText, FONT_SIZE } from './paper.ts';

/** The plot area within the drawing. */
export interface Field {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function drawValueAxis(
  field: Field,
  scheme: Scheme,
  ticks: readonly number[],
  labels: readonly string[],
  y: Scale,
): Markup[] {
  const color = TEXT_COLORS.dimmed[scheme];
  return ticks.flatMap((tick, at) => {
    const height = y(tick);
    if (!Number.isFinite(height)) return [];
    const { left, right } = field;
    return [
      tag('line', {
        x1: left,
        x2: right,
        y1: height,
        y2: height,
        stroke: GRID_COLOR[scheme],
        'stroke-width': 1,
      }),
      drawText(labels[at] ?? '', { x: left - 6, y: height + 4, anchor: 'end', color }),
    ];
  });
}

/** Room to the left of the field for the widest label. */
export function labelRoom(labels: readonly string[]): number {
  return Math.min(120, 12 + Math.max(0, ...labels.map((label) => textWidth(label, FONT_SIZE))));
}

const TIME_ROOM = 70;

export function drawTimeAxis(
  field: Field,
  scheme: Scheme,
  [from, to]: readonly [number, number],
  timeZone: string,
  x: Scale,
): Markup[] {
  const count = Math.max(1, Math.floor((field.right - field.left) / TIME_ROOM));
  const ticks = timeTicks({ from: from * 1_000, to: to * 1_000 }, timeZone, count);
  const labels = timeLabels(ticks, timeZone);
  return ticks.map((tick, at) => below(field, scheme, x(tick / 1_000), labels[at] ?? ''));
}

/** Names of groups, cut to the room that each of them has. */
export function drawGroupAxis(
  field: Field,
  scheme: Scheme,
  { labels = [] }: ChartData,
  x: Scale,
): Markup[] {
  const room = (field.right - field.left) / Math.max(1, labels?.length ?? 1);
  const characters = Math.max(1, Math.floor(room / (FONT_SIZE * 0.58)));
  return (labels ?? []).map((label, at) =>
    below(field, scheme, x(at), labelText(label, characters)),
  );
}

function below(field: Field, scheme: Scheme, at: number, text: string): Markup {
  const color = TEXT_COLORS.dimmed[scheme];
  return drawText(text, { x: at, y: field.bottom + 14, anchor: 'middle', color });
}
