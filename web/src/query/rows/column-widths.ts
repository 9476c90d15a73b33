/** Widths of the table columns: set by the user, or automatic. */
import { numberOf, textOf } from '../../../../src/charts/chart-data.ts';
import type { LogEvent } from './log-event.ts';

export type ColumnWidths = Readonly<Record<string, number>>;

export const WIDTH_MIN = 48;
export const WIDTH_MAX = 1_600;
const WIDTHS_KEPT_MAX = 200;

interface Usual {
  readonly track: string;
  readonly min: number;
}

const OTHERS: Usual = { track: 'minmax(80px, 1fr)', min: 80 };
const USUAL: Readonly<Record<string, Usual>> = {
  level: { track: '64px', min: 64 },
  event: { track: 'minmax(240px, 4fr)', min: 240 },
};

/** Width before the columns in pixels: row marker, time, and padding at both ends. */
const BEFORE = 18 + 170 + 24;
const GAP = 10;

export function clampWidth(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, WIDTH_MIN), WIDTH_MAX));
}

/** The columns as a grid, and how wide the table is at least. */
export function gridOf(
  columns: readonly string[],
  widths: ColumnWidths,
): { readonly tracks: string; readonly min: number } {
  const parts = columns.map((name): Usual => {
    const width = Object.hasOwn(widths, name) ? widths[name] : undefined;
    if (width !== undefined) return { track: `${width}px`, min: width };
    return Object.hasOwn(USUAL, name) ? (USUAL[name] ?? OTHERS) : OTHERS;
  });
  return {
    tracks: parts.map(({ track }) => track).join(' '),
    min: parts.reduce((sum, { min }) => sum + min + GAP, BEFORE + GAP),
  };
}

/** Sets the width of a column, or resets it; the oldest entries are dropped first. */
export function withWidth(
  widths: ColumnWidths,
  name: string,
  pixels: number | undefined,
): ColumnWidths {
  const others = Object.entries(widths).filter(([each]) => each !== name);
  const kept = pixels === undefined ? others : [...others, [name, clampWidth(pixels)] as const];
  return Object.fromEntries(kept.slice(-WIDTHS_KEPT_MAX));
}

export function readWidths(stored: unknown): ColumnWidths {
  if (typeof stored !== 'object' || stored === null) return {};
  const usable = Object.entries(stored).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
  );
  return Object.fromEntries(
    usable.slice(-WIDTHS_KEPT_MAX).map(([name, width]) => [name, clampWidth(width)]),
  );
}

/** As many rows tell what kind of values a column has. */
const LOOKED_AT = 200;

/** Columns whose values are numbers, as far as there are any. */
export function numberColumns(
  events: readonly LogEvent[],
  columns: readonly string[],
): readonly string[] {
  const rows = events.slice(0, LOOKED_AT).map(({ row }) => row);
  return columns.filter((name) => {
    const values = rows.map((row) => row[name]).filter((value) => textOf(value) !== '');
    return values.length > 0 && values.every((value) => numberOf(value) !== null);
  });
}
