/** Parts of a whole, as one bar or as a ring. */
import { type Item, topItems } from '../chart-data.ts';
import { labelText, textWidth } from '../label-text.ts';
import { REST_COLOR, type Shades } from '../colors.ts';
import { assignLooks, lookOf, type Looks } from '../looks.ts';
import { valueText } from '../value-text.ts';
import { type Markup, place, tag } from './markup.ts';
import { drawNothing, drawPaper, drawText, FONT_SIZE, type Paper, sizeOf } from './paper.ts';

export interface ShareDrawing extends Paper {
  readonly items: readonly Item[];
  readonly form: 'bar' | 'donut';
  readonly looks?: Looks;
}

const SLICES_MAX = 6;

interface Slice {
  readonly label: string;
  readonly color: Shades;
  /** From 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export function drawShare(drawing: ShareDrawing): string {
  const slices = slicesOf(drawing);
  if (slices.length === 0) return drawNothing(drawing);
  const words = slices.map(({ label, from, to }) => `${label}: ${percent(to - from)}`);
  const shapes = drawing.form === 'bar' ? drawBar(drawing, slices) : drawRing(drawing, slices);
  return drawPaper(drawing, `${words.join('; ')}.`, [...shapes, ...drawNames(drawing, slices)]);
}

/** Shares of nothing, and of less than nothing, are none. */
function slicesOf({ items, looks: before }: ShareDrawing): Slice[] {
  const shown = topItems(
    items.filter(({ value }) => value > 0),
    SLICES_MAX,
  );
  const sum = shown.reduce((total, { value }) => total + value, 0);
  if (sum <= 0) return [];
  const looks = assignLooks(
    shown.map(({ label }) => label),
    before,
  );
  let from = 0;
  return shown.map(({ label, value }, at) => {
    const isRest = at === SLICES_MAX;
    const color = isRest ? REST_COLOR : lookOf(label, looks).color;
    const slice = { label: labelText(label, 30), color, from, to: from + value / sum };
    from = slice.to;
    return slice;
  });
}

function percent(share: number): string {
  return valueText(share * 100, { unit: '%' });
}

function drawBar(drawing: ShareDrawing, slices: readonly Slice[]): Markup[] {
  const { width } = sizeOf(drawing);
  return slices.map(({ color, from, to }) =>
    tag('rect', {
      x: from * width,
      y: 0,
      width: Math.max(0.5, (to - from) * width - 1),
      height: 16,
      fill: color[drawing.scheme],
    }),
  );
}

function drawRing(drawing: ShareDrawing, slices: readonly Slice[]): Markup[] {
  const { width, height } = sizeOf(drawing);
  const radius = Math.max(4, Math.min(width / 2, height) / 2 - 4);
  const center = { x: radius + 4, y: height / 2 };
  return slices.map(({ color, from, to }) =>
    tag('path', {
      d: arcOf(center, radius, from, to),
      fill: 'none',
      stroke: color[drawing.scheme],
      'stroke-width': radius * 0.35,
    }),
  );
}

/** Two halves, since one arc cannot go all the way round. */
function arcOf(
  center: { readonly x: number; readonly y: number },
  outer: number,
  from: number,
  to: number,
): string {
  const radius = outer * 0.825;
  const at = (share: number): string => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    const x = center.x + radius * Math.cos(angle);
    return `${place(x)} ${place(center.y + radius * Math.sin(angle))}`;
  };
  const arc = `A${place(radius)} ${place(radius)} 0 0 1`;
  return `M${at(from)}${arc} ${at((from + to) / 2)}${arc} ${at(to)}`;
}

function drawNames(drawing: ShareDrawing, slices: readonly Slice[]): Markup[] {
  const { width, height } = sizeOf(drawing);
  const isBar = drawing.form === 'bar';
  let left = 0;
  return slices.flatMap(({ label, color, from, to }, at) => {
    const text = `${label} ${percent(to - from)}`;
    const x = isBar ? left : width / 2 + 8;
    const y = isBar ? 34 : height / 2 + (at - slices.length / 2) * 18 + 12;
    left += textWidth(text, FONT_SIZE) + 28;
    if (isBar && x > 0 && left > width + 14) return [];
    return [
      tag('rect', { x, y: y - 9, width: 10, height: 10, fill: color[drawing.scheme] }),
      drawText(text, { x: x + 14, y }),
    ];
  });
}
