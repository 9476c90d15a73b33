/** Stretches of time, the newest first, in which to look for the newest rows. */
import type { LogsRead } from '../dialect/translate.ts';
import type { Bounds } from './day-file.ts';
import type { Slice } from './slice.ts';

/** Reading this many is as fast as reading a part of them. */
export const ROWS_AT_ONCE = 20_000;
/** About how many rows the first stretch has; each further one has eight times as many. */
const FIRST_ROWS = 10_000;
const GROWTH = 8;

/** Together they are the whole range. One where there is little to gain. */
export function newestSlices(
  files: readonly { readonly bounds: Pick<Bounds, 'rows' | 'from' | 'to'> }[],
  reads: readonly LogsRead[],
): Slice[] {
  const from = Math.min(...files.map(({ bounds }) => bounds.from));
  const to = Math.max(...files.map(({ bounds }) => bounds.to)) + 1;
  const start = Math.max(from, Math.min(...reads.map((read) => read.from ?? -Infinity)));
  const end = Math.min(to, Math.max(...reads.map((read) => read.to ?? Infinity)));
  const rows = files.reduce((sum, { bounds }) => sum + bounds.rows, 0);
  if (!Number.isFinite(start) || !Number.isFinite(end) || start >= end) return [];
  const slices: Slice[] = [];
  let width = Math.ceil((FIRST_ROWS * (to - from)) / Math.max(1, rows));
  for (let upper = end; upper > start; width *= GROWTH) {
    const lower = Math.max(start, upper - width);
    slices.push({ from: lower, to: upper });
    upper = lower;
  }
  return slices;
}
