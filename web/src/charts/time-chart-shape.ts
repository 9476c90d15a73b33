/** Series over time as uPlot takes them: piled up or not, in the order in which they are painted. */
import type { Series } from '../../../src/charts/chart-data.ts';
import { type Stacking, stackSeries } from '../../../src/charts/stack.ts';

export type ChartForm = 'line' | 'area' | 'bars';

export interface PaintedSeries {
  readonly name: string;
  /** Its index among the given series. */
  readonly place: number;
  /** The drawn values: the value itself, or the top of its part of the stack. */
  readonly tops: readonly (number | null)[];
  readonly bottoms: readonly (number | null)[];
}

/** Piles are painted from the top: each covers what reaches higher than itself. */
export function paintOrder(series: readonly Series[], stacking: Stacking): PaintedSeries[] {
  const painted = stackSeries(series, stacking).map((each, place) => ({ ...each, place }));
  return stacking === 'none' ? painted : painted.toReversed();
}

/** A logarithmic axis cannot show values that are not above zero. */
export function aboveZero(series: readonly Series[]): Series[] {
  return series.map(({ name, values }) => ({
    name,
    values: values.map((value) => (value !== null && value > 0 ? value : null)),
  }));
}

/** The shortest distance between two points: how long a bucket is. */
export function stepOf(x: readonly number[]): number {
  let step = Infinity;
  for (let at = 1; at < x.length; at += 1) step = Math.min(step, (x[at] ?? 0) - (x[at - 1] ?? 0));
  return Number.isFinite(step) && step > 0 ? step : 60;
}

/** The index of the point for a time: for bars the last one that has started, for lines the nearest. */
export function pointAt(x: readonly number[], seconds: number, form: ChartForm): number {
  const begun = x.findLastIndex((start) => start <= seconds);
  if (form === 'bars') return Math.max(0, begun);
  const next = begun + 1;
  if (next >= x.length) return begun;
  if (begun < 0) return next;
  return seconds - (x[begun] ?? 0) <= (x[next] ?? 0) - seconds ? begun : next;
}

/** The series at a height, or the nearest one; undefined if none has a value. */
export function seriesAt(
  painted: readonly PaintedSeries[],
  at: number,
  height: number,
  stacking: Stacking,
): PaintedSeries | undefined {
  let best: PaintedSeries | undefined;
  let least = Infinity;
  for (const series of painted) {
    const top = series.tops[at];
    const bottom = series.bottoms[at];
    if (typeof top !== 'number' || typeof bottom !== 'number') continue;
    const isInside = height >= Math.min(top, bottom) && height <= Math.max(top, bottom);
    const distance = stacking !== 'none' && isInside ? 0 : Math.abs(height - top);
    if (distance < least) {
      least = distance;
      best = series;
    }
  }
  return best;
}
