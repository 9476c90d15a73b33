/**
 * Bounds on durations, sizes and percentages ("in less than 500 ms", "below 80 %"), and the values that lines report.
 */

type Dimension = 'time' | 'size' | 'percent';

export interface Bound {
  readonly dimension: Dimension;
  readonly min: number;
  readonly max: number;
  readonly span: { readonly start: number; readonly end: number };
}

const UNITS: readonly (readonly [string, Dimension, number])[] = [
  ['nanoseconds?|nanosekunden?|ns', 'time', 1e-6],
  ['microseconds?|mikrosekunden?|us|µs', 'time', 1e-3],
  ['milliseconds?|millisekunden?|millis|msec|ms', 'time', 1],
  ['seconds?|sekunden?|secs?|s', 'time', 1e3],
  ['minutes?|minuten?|mins?|m', 'time', 6e4],
  ['hours?|stunden?|hrs?|h', 'time', 3.6e6],
  ['days?|tagen?|tage', 'time', 8.64e7],
  ['bytes?|b', 'size', 1],
  ['kilobytes?|ki?b', 'size', 1024],
  ['megabytes?|mi?b', 'size', 1024 ** 2],
  ['gigabytes?|gi?b', 'size', 1024 ** 3],
  ['percent|prozent|%', 'percent', 1],
];
const UNIT = UNITS.map(([names]) => names).join('|');
const BOUNDARY = String.raw`(?![\p{L}\d])`;
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  eine: 1,
  einer: 1,
  ein: 1,
  two: 2,
  zwei: 2,
  three: 3,
  drei: 3,
  five: 5,
  fünf: 5,
  ten: 10,
  zehn: 10,
  half: 0.5,
};
const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const QUANTITY = String.raw`(${NUMBER}|${Object.keys(NUMBER_WORDS).join('|')})\s*-?(${UNIT})${BOUNDARY}`;

const MOST =
  '<=|<|≤|less than|fewer than|no more than|not more than|no longer than|not longer than|lower than|smaller than|faster than|quicker than|at most|under|below|within|inside|up to|maximum of|weniger als|nicht mehr als|nicht länger als|kürzer als|schneller als|kleiner als|höchstens|maximal|unter|innerhalb von|innerhalb|binnen';
const LEAST =
  '>=|>|≥|more than|longer than|larger than|greater than|bigger than|slower than|at least|over|above|exceeds|mehr als|länger als|größer als|mindestens|über';
const UPPER = new RegExp(
  String.raw`(?<![\p{L}])(?:in |stays? |bleibt )?(?:${MOST})\s+${QUANTITY}`,
  'iu',
);
const LOWER = new RegExp(String.raw`(?<![\p{L}])(?:${LEAST})\s+${QUANTITY}`, 'iu');

export function readBound(text: string): Bound | undefined {
  // "No more than" contains "more than".
  const upper = UPPER.exec(text);
  const found = upper ?? LOWER.exec(text);
  const unit = unitOf(found?.[2]);
  if (found === null || unit === undefined) return undefined;
  const limit = numberOf(found[1] ?? '') * unit.factor;
  return {
    dimension: unit.dimension,
    min: upper === null ? limit : -Infinity,
    max: upper === null ? Infinity : limit,
    span: { start: found.index, end: found.index + found[0].length },
  };
}

const MEASURED = new RegExp(
  String.raw`(?<![\p{L}\d.,:-])(${NUMBER})\s?(${UNIT})${BOUNDARY}`,
  'giu',
);
/** `duration_ms=12`, `"elapsedMs": 40`, `size_bytes: 3`: the unit ends the name of the field. */
const FIELD =
  /[\p{L}\d]*(?:_|(?<=\p{Ll}))(ms|Ms|MS|seconds|Seconds|secs?|bytes|Bytes|percent|Percent|kb|mb)["']?\s*[=:]\s*["']?(\d+(?:\.\d+)?)\b/gu;

/** The first value of a dimension that a line states. */
export function readMeasure(text: string, dimension: Dimension): number | undefined {
  for (const found of text.matchAll(FIELD)) {
    const unit = unitOf(found[1]);
    if (unit?.dimension === dimension) return Number(found[2]) * unit.factor;
  }
  for (const found of text.matchAll(MEASURED)) {
    const unit = unitOf(found[2]);
    // "p95 < 200 ms (236.1 ms)" states the limit before the value.
    if (/[<>≤≥]=?\s*$/.test(text.slice(0, found.index))) continue;
    if (unit?.dimension === dimension) return numberOf(found[1] ?? '') * unit.factor;
  }
  return undefined;
}

const EXACT_UNITS = UNITS.map(
  ([names, dimension, factor]) =>
    [new RegExp(`^(?:${names})$`, 'iu'), { dimension, factor }] as const,
);

function unitOf(
  name: string | undefined,
): { readonly dimension: Dimension; readonly factor: number } | undefined {
  if (name === undefined) return undefined;
  return EXACT_UNITS.find(([pattern]) => pattern.test(name))?.[1];
}

function numberOf(text: string): number {
  return NUMBER_WORDS[text.toLowerCase()] ?? Number(text.replace(',', '.'));
}
