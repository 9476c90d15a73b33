/** Formats amounts with units. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../spec/units.ts';

export interface ValueFormat {
  /** `none`, `%`, `ms`, `s`, `bytes`, `/s`, or custom text shown after the number. */
  readonly unit?: string;
  /** Decimal places. Default: as many as are significant. */
  readonly decimals?: number;
}

interface Measure {
  readonly size: number;
  readonly sign: string;
}

const NONE: Measure = { size: 1, sign: '' };
const THOUSANDS: readonly Measure[] = [
  ...['E', 'P', 'T', 'G', 'M', 'k'].map((sign, place) => ({ size: 10 ** (18 - 3 * place), sign })),
  NONE,
];
/** Sizes are binary, as everywhere in this product. */
const BYTES: readonly Measure[] = [
  ...['PB', 'TB', 'GB', 'MB', 'KB'].map((sign, place) => ({ size: 1024 ** (5 - place), sign })),
  { size: 1, sign: 'B' },
];
const TIMES: readonly Measure[] = [
  { size: DAY_MS, sign: 'd' },
  { size: HOUR_MS, sign: 'h' },
  { size: MINUTE_MS, sign: 'min' },
  { size: SECOND_MS, sign: 's' },
  { size: 1, sign: 'ms' },
];
const DECIMALS_MAX = 6;
const UNIT_CHARACTERS_MAX = 20;
/** Outside these bounds, numbers use scientific notation. */
const PLAIN_MIN = 1e-4;
const PLAIN_MAX = 1e21;

export function valueText(value: number, format: ValueFormat = {}): string {
  if (!Number.isFinite(value)) return '–';
  const measure = measureOf(Math.abs(value), format.unit);
  return textIn(value, measure, format, format.decimals);
}

/** Without a unit or a prefix: whole numbers as they are, others with four digits that count. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  const digits = Math.floor(Math.log10(Math.abs(value))) + 1;
  return String(Number(value.toPrecision(Math.min(100, Math.max(PLAIN_DIGITS, digits)))));
}

const PLAIN_DIGITS = 4;

/** Ticks further apart than this factor are logarithmic: each is another order of magnitude. */
const APART_MIN = 20;

/** Labels of an axis: all in one measure, with as many digits as they need to be true and to differ. */
export function valueLabels(ticks: readonly number[], format: ValueFormat = {}): string[] {
  const sizes = ticks.map(Math.abs).filter((size) => Number.isFinite(size) && size > 0);
  const largest = Math.max(0, ...sizes);
  const measure = measureOf(largest, format.unit);
  const distinct = new Set(ticks).size;
  if (largest >= APART_MIN * Math.min(...sizes)) {
    const labels = ticks.map((tick) => valueText(tick, format));
    if (new Set(labels).size >= distinct) return labels;
  }
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals += 1) {
    const labels = ticks.map((tick) =>
      // Nothing is nothing in every measure.
      tick === 0 ? valueText(0, format) : textIn(tick, measure, format, decimals),
    );
    const isTrue = sizes.every((size) => isNear(size / measure.size, decimals));
    if (isTrue && new Set(labels).size >= distinct) return labels;
  }
  return ticks.map((tick) =>
    withUnit(exponential(tick / measure.size, DECIMALS_MAX), measure.sign, format.unit),
  );
}

/** Relative error above which a label misrepresents its tick. */
const OFF_MAX = 0.015;

function isNear(amount: number, decimals: number): boolean {
  return Math.abs(Number(amount.toFixed(decimals)) - amount) <= OFF_MAX * amount;
}

function measureOf(size: number, unit: string | undefined): Measure {
  const seconds = unit === 's' ? size * SECOND_MS : size;
  const fitting = (measures: readonly Measure[], amount: number): Measure =>
    measures.find((measure) => amount >= measure.size) ?? measures.at(-1) ?? NONE;
  switch (unit) {
    case 'bytes':
      return fitting(BYTES, size);
    case 'ms':
      return fitting(TIMES, size);
    case 's': {
      const { size: length, sign } = fitting(TIMES, seconds);
      return size === 0 ? { size: 1, sign: 's' } : { size: length / SECOND_MS, sign };
    }
    case '%':
      return NONE;
    default:
      return size < PLAIN_MAX ? fitting(THOUSANDS, size) : NONE;
  }
}

function textIn(
  value: number,
  { size, sign }: Measure,
  { unit }: ValueFormat,
  decimals: number | undefined,
): string {
  const amount = value / size;
  const number = decimals === undefined ? shortest(amount) : fixed(amount, decimals);
  return withUnit(number, sign, unit);
}

function withUnit(number: string, sign: string, unit: string | undefined): string {
  switch (unit) {
    case undefined:
    case '':
    case 'none':
      return `${number}${sign}`;
    case 'bytes':
    case 'ms':
    case 's':
      return `${number} ${sign}`;
    case '/s':
      return `${number}${sign}/s`;
    case '%':
      return `${number}%`;
    default:
      return `${number}${sign} ${unit.slice(0, UNIT_CHARACTERS_MAX)}`;
  }
}

/** Three digits that count, without zeros at the end. */
function shortest(amount: number): string {
  const size = Math.abs(amount);
  if (isBeyond(size)) return exponential(amount, 2);
  if (size >= 100 || Number.isInteger(amount)) return plain(amount, 0);
  const decimals = size >= 10 ? 1 : size >= 1 ? 2 : Math.min(DECIMALS_MAX, 2 - leadingZeros(size));
  return plain(amount, decimals).replace(/\.?0+$/, '');
}

function fixed(amount: number, decimals: number): string {
  const digits = Math.min(DECIMALS_MAX, Math.max(0, Math.floor(decimals)));
  if (isBeyond(Math.abs(amount))) return exponential(amount, digits);
  return plain(amount, digits);
}

function isBeyond(size: number): boolean {
  return size !== 0 && (size < PLAIN_MIN || size >= PLAIN_MAX);
}

/** The exponent of the first digit that counts: -1 for 0.1. */
function leadingZeros(size: number): number {
  return size === 0 ? 0 : Math.floor(Math.log10(size));
}

function plain(amount: number, decimals: number): string {
  const text = amount.toFixed(decimals);
  const [whole = '', rest] = (/^-0(\.0*)?$/.test(text) ? text.slice(1) : text).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

function exponential(amount: number, decimals: number): string {
  return amount
    .toExponential(decimals)
    .replace(/\.?0+e/, 'e')
    .replace('e+', 'e');
}
