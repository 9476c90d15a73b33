/** Maps values to positions in the drawing. */
export interface Domain {
  readonly low: number;
  readonly high: number;
}

export type ScaleKind = 'linear' | 'log' | 'sqrt';

/** NaN if the value has no position: non-finite values, and values without a logarithm. */
export type Scale = (value: number) => number;

export function createScale(
  kind: ScaleKind,
  { low, high }: Domain,
  [start, end]: readonly [number, number],
): Scale {
  const bend = BENDS[kind];
  const first = bend(low);
  // Halves, since the distance between the two ends of all numbers is none any more.
  const size = bend(high) / 2 - first / 2;
  return (value) => {
    const place = bend(value);
    if (!Number.isFinite(place)) return Number.NaN;
    // If all values are equal, they are drawn in the middle.
    const share = size === 0 ? 0.5 : (place / 2 - first / 2) / size;
    return start + share * (end - start);
  };
}

const BENDS: Readonly<Record<ScaleKind, (value: number) => number>> = {
  linear: (value) => value,
  log: (value) => (value > 0 ? Math.log(value) : Number.NaN),
  sqrt: (value) => (value >= 0 ? Math.sqrt(value) : Number.NaN),
};

/** What the axis of some values covers. A linear one begins at zero, so that lengths can be compared. */
export function valueDomain(values: Iterable<number | null>, kind: ScaleKind): Domain {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value) || (kind === 'log' && value <= 0)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return kind === 'log' ? { low: 1, high: 10 } : { low: 0, high: 1 };
  if (kind === 'log') return low === high ? aroundOf(low) : { low, high };
  const domain = { low: Math.min(0, low), high: Math.max(0, high) };
  return domain.low === domain.high ? { low: 0, high: 1 } : domain;
}

/** A single value on a logarithmic axis is placed between adjacent powers. */
function aroundOf(value: number): Domain {
  return {
    low: Math.max(value / 10, Number.MIN_VALUE),
    high: Math.min(value * 10, Number.MAX_VALUE),
  };
}
