/** Bars per group: names on the left, amounts on the right. */
import { type Item, topItems } from '../chart-data.ts';
import { GRID_COLOR, TEXT_COLORS } from '../colors.ts';
import { labelText } from '../label-text.ts';
import { assignLooks, lookOf, type Looks } from '../looks.ts';
import { createScale, valueDomain } from '../scale.ts';
import { valueText } from '../value-text.ts';
import { type Markup, tag } from './markup.ts';
import { drawNothing, drawPaper, drawText, type Paper } from './paper.ts';

export interface BarListDrawing extends Omit<Paper, 'height'> {
  readonly items: readonly Item[];
  readonly countMax?: number;
  readonly unit?: string;
  readonly looks?: Looks;
}

const ROW_HEIGHT = 22;
const COUNT_DEFAULT = 10;
const COUNT_MAX = 50;

export function drawBarList(drawing: BarListDrawing): string {
  const { width, scheme, unit } = drawing;
  const items = topItems(
    drawing.items,
    Math.min(COUNT_MAX, Math.max(1, drawing.countMax ?? COUNT_DEFAULT)),
  );
  const paper = { ...drawing, height: Math.max(1, items.length) * ROW_HEIGHT };
  if (items.length === 0) return drawNothing(paper);
  const format = unit === undefined ? {} : { unit };
  const looks = assignLooks([], drawing.looks);
  const left = width * 0.35;
  const right = width * 0.82;
  const values = items.map(({ value }) => value);
  const x = createScale('linear', valueDomain(values, 'linear'), [left, right]);
  const rows = items.flatMap(({ label, value }, at): Markup[] => {
    const middle = at * ROW_HEIGHT + ROW_HEIGHT / 2;
    const [start, end] = [x(0), x(value)].toSorted((a, b) => a - b);
    return [
      drawText(labelText(label, Math.floor(left / 7)), { x: 0, y: middle + 4 }),
      tag('rect', {
        x: left,
        y: middle - 5,
        width: right - left,
        height: 10,
        fill: GRID_COLOR[scheme],
      }),
      tag('rect', {
        x: start ?? left,
        y: middle - 5,
        width: Math.max(0.5, (end ?? left) - (start ?? left)),
        height: 10,
        fill: lookOf(label, looks).color[scheme],
      }),
      drawText(valueText(value, format), {
        x: width,
        y: middle + 4,
        anchor: 'end',
        color: TEXT_COLORS.dimmed[scheme],
      }),
    ];
  });
  const words = items.map(({ label, value }) => `${labelText(label)}: ${valueText(value, format)}`);
  return drawPaper(paper, `${words.join('; ')}.`, rows);
}
