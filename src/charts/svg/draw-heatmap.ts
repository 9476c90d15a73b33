/** Heatmap: time from left to right, buckets from bottom to top, amounts as intensity. */
import { TONES, TEXT_COLORS } from '../colors.ts';
import { labelText } from '../label-text.ts';
import { createScale } from '../scale.ts';
import { valueText } from '../value-text.ts';
import { drawTimeAxis, type Field, labelRoom } from './axes.ts';
import { group, type Markup, tag } from './markup.ts';
import { drawNothing, drawPaper, drawText, type Paper, sizeOf } from './paper.ts';

export interface HeatmapDrawing extends Paper {
  /** Seconds since 1970 at which the columns begin, evenly apart. */
  readonly x: readonly number[];
  /** Names of the rows, the lowest first. */
  readonly buckets: readonly string[];
  /** By row, then by column; nothing where nothing was. */
  readonly cells: readonly (readonly (number | null)[])[];
  /** The square root keeps small amounts visible beside large ones. */
  readonly strength?: 'linear' | 'sqrt';
  readonly timeZone: string;
  readonly unit?: string;
}

const COLUMNS_MAX = 500;
const ROWS_MAX = 100;

export function drawHeatmap(drawing: HeatmapDrawing): string {
  const { scheme, timeZone, strength = 'sqrt' } = drawing;
  const x = drawing.x.slice(0, COLUMNS_MAX);
  const buckets = drawing.buckets.slice(0, ROWS_MAX);
  const found = amountsOf(drawing, buckets.length, x.length);
  const most = Math.max(0, ...found.map(({ amount }) => amount));
  if (most === 0 || x.length === 0) return drawNothing(drawing);
  const { width, height } = sizeOf(drawing);
  const names = buckets.map((name) => labelText(name, 16));
  const left = Math.min(labelRoom(names), width / 2);
  const field: Field = { left, top: 4, right: width - 8, bottom: Math.max(12, height - 20) };
  const [first = 0] = x;
  const step = x.length > 1 ? ((x.at(-1) ?? first) - first) / (x.length - 1) : 1;
  const ends = [first, (x.at(-1) ?? first) + step] as const;
  const toX = createScale('linear', { low: ends[0], high: ends[1] }, [field.left, field.right]);
  const opacity = createScale(strength, { low: 0, high: most }, [0, 1]);
  const rowHeight = (field.bottom - field.top) / buckets.length;
  const columnWidth = (field.right - field.left) / x.length;
  const cells = found.map(({ row, column, amount }): Markup =>
    tag('rect', {
      x: toX(x[column] ?? first),
      y: field.bottom - (row + 1) * rowHeight,
      width: Math.max(0.5, columnWidth - 0.5),
      height: Math.max(0.5, rowHeight - 0.5),
      'fill-opacity': opacity(amount).toFixed(2),
    }),
  );
  const format = drawing.unit === undefined ? {} : { unit: drawing.unit };
  const words = `${buckets.length} rows and ${x.length} columns; most: ${valueText(most, format)}.`;
  return drawPaper(drawing, words, [
    group({ fill: TONES[0]?.[scheme] }, cells),
    group({}, drawNames(names, field, rowHeight, scheme)),
    group({}, drawTimeAxis(field, scheme, ends, timeZone, toX)),
  ]);
}

interface Amount {
  readonly row: number;
  readonly column: number;
  readonly amount: number;
}

function amountsOf({ cells }: HeatmapDrawing, rows: number, columns: number): Amount[] {
  return cells.slice(0, rows).flatMap((line, row) =>
    line.slice(0, columns).flatMap((amount, column) => {
      if (amount === null || !Number.isFinite(amount) || amount <= 0) return [];
      return [{ row, column, amount }];
    }),
  );
}

const NAME_HEIGHT = 14;

/** Where rows are lower than letters, only some of them are named. */
function drawNames(
  names: readonly string[],
  field: Field,
  rowHeight: number,
  scheme: Paper['scheme'],
): Markup[] {
  const every = Math.max(1, Math.ceil(NAME_HEIGHT / rowHeight));
  return names.flatMap((name, row) => {
    if (row % every !== 0) return [];
    const y = field.bottom - (row + 0.5) * rowHeight + 4;
    return [
      drawText(name, { x: field.left - 6, y, anchor: 'end', color: TEXT_COLORS.dimmed[scheme] }),
    ];
  });
}
