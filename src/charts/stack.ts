import type { Series } from './chart-data.ts';

/** `percent`: each point is the share of its time, so that the top is always 100. */
export type Stacking = 'none' | 'normal' | 'percent';

export interface StackedSeries {
  readonly name: string;
  /** Where its part begins and ends at each point; nothing where it has no value. */
  readonly bottoms: readonly (number | null)[];
  readonly tops: readonly (number | null)[];
}

/** Stacks series, the first at the bottom. Negative values stack downwards. */
export function stackSeries(series: readonly Series[], stacking: Stacking): StackedSeries[] {
  if (stacking === 'none') {
    return series.map(({ name, values }) => ({
      name,
      bottoms: values.map((value) => (isNumber(value) ? 0 : null)),
      tops: values.map((value) => (isNumber(value) ? value : null)),
    }));
  }
  const size = Math.max(0, ...series.map(({ values }) => values.length));
  const sums = Array.from({ length: size }, (_, at) =>
    series.reduce((sum, { values }) => sum + Math.abs(numberAt(values, at) ?? 0), 0),
  );
  const above = sums.map(() => 0);
  const below = sums.map(() => 0);
  return series.map(({ name, values }) => {
    const parts = sums.map((sum, at) => {
      const value = numberAt(values, at);
      if (value === null) return { bottom: null, top: null };
      const size100 = sum === 0 ? 0 : (value / sum) * 100;
      const height = stacking === 'percent' ? size100 : value;
      const pile = height < 0 ? below : above;
      const bottom = pile[at] ?? 0;
      pile[at] = bottom + height;
      return { bottom, top: bottom + height };
    });
    return {
      name,
      bottoms: parts.map(({ bottom }) => bottom),
      tops: parts.map(({ top }) => top),
    };
  });
}

function numberAt(values: readonly (number | null)[], at: number): number | null {
  const value = values[at];
  return isNumber(value) ? value : null;
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
