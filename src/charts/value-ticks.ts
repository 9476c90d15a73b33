/** Round values for the axis of amounts. */
import { type Domain, type ScaleKind, valueDomain } from './scale.ts';

export interface ValueTicks {
  /** Widened to round values, so that the outermost lines carry a number. */
  readonly domain: Domain;
  readonly ticks: readonly number[];
}

export interface TickWishes {
  readonly kind?: ScaleKind;
  /** Approximate number; a few more or less give rounder values. */
  readonly count?: number;
  /** Countable amounts have no fractions. */
  readonly isWhole?: boolean;
  /** Bytes are round in powers of two. */
  readonly isBinary?: boolean;
}

const COUNT_DEFAULT = 5;
const COUNT_MAX = 50;

export function valueTicks(values: Iterable<number | null>, wishes: TickWishes = {}): ValueTicks {
  const { kind = 'linear' } = wishes;
  const count = Math.min(COUNT_MAX, Math.max(1, Math.floor(wishes.count ?? COUNT_DEFAULT)));
  const domain = valueDomain(values, kind);
  return kind === 'log' ? logTicks(domain, count) : linearTicks(domain, count, wishes);
}

function linearTicks({ low, high }: Domain, count: number, wishes: TickWishes): ValueTicks {
  // Uses halves, because the difference of the largest numbers overflows.
  const rough = Math.max((high / 2 - low / 2) / (count / 2), Number.MIN_VALUE);
  const step = wishes.isBinary ? binaryStep(rough) : decimalStep(rough);
  const { mantissa, exponent, base } = wishes.isWhole ? wholeStep(step) : step;
  const at = (place: number): number => multiple(place * mantissa, exponent, base);
  const size = multiple(mantissa, exponent, base);
  const first = Math.floor(low / size + ROUNDING);
  const last = Math.max(first + 1, Math.ceil(high / size - ROUNDING));
  const places = Array.from({ length: Math.min(last - first, COUNT_MAX) + 1 }, (_, n) => first + n);
  const ticks = places.map(at).filter((tick) => Number.isFinite(tick));
  return {
    domain: { low: Math.min(ticks[0] ?? low, low), high: Math.max(ticks.at(-1) ?? high, high) },
    ticks,
  };
}

/** Divisions miss whole numbers by a little; a tick must not be lost for that. */
const ROUNDING = 1e-9;

interface Step {
  readonly mantissa: number;
  readonly exponent: number;
  readonly base: 2 | 10;
}

/** 1, 2 or 5 with zeros. */
function decimalStep(rough: number): Step {
  const exponent = Math.floor(Math.log10(rough));
  // For the smallest numbers there is no power of ten left to divide by.
  const share = rough / Number(`1e${exponent}`);
  const mantissa = share <= 1.000001 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10;
  return { mantissa, exponent, base: 10 };
}

function binaryStep(rough: number): Step {
  return { mantissa: 1, exponent: Math.max(0, Math.ceil(Math.log2(rough))), base: 2 };
}

function wholeStep(step: Step): Step {
  return step.exponent < 0 ? { mantissa: 1, exponent: 0, base: step.base } : step;
}

/** Read from its digits, a decimal is exact: three times a tenth is 0.3. */
function multiple(digits: number, exponent: number, base: 2 | 10): number {
  return base === 2 ? digits * 2 ** exponent : Number(`${digits}e${exponent}`);
}

function logTicks({ low, high }: Domain, count: number): ValueTicks {
  const first = Math.floor(Math.log10(low) + ROUNDING);
  const last = Math.max(first + 1, Math.ceil(Math.log10(high) - ROUNDING));
  const every = Math.ceil((last - first) / count);
  // Over a decade or two the numbers between are of use.
  const steps = last - first <= 2 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = first; power <= last; power += every) {
    for (const step of steps) ticks.push(Number(`${step}e${power}`));
  }
  const top = Math.min(Number(`1e${last}`), Number.MAX_VALUE);
  // The smallest numbers of all have fewer digits, down to none.
  const bottom = Number(`1e${first}`) || Number.MIN_VALUE;
  return {
    domain: { low: bottom, high: top },
    ticks: ticks.filter((tick) => tick >= bottom && tick <= top),
  };
}
