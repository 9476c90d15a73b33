/** Buckets of time and of numbers. */
import { float64, float64s, int64, sql, type Sql } from '../../../engines/store/sql.ts';
import {
  bucketsOf,
  bucketStart,
  lengthOf,
  type Node,
  type Span,
  type TimeSpan,
} from '../../../language/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../spec/units.ts';
import { refuse, type CompileContext } from './context.ts';
import { numberOf, type Value } from './value.ts';

export interface BucketKey {
  readonly value: Value;
  /** The same bucket from what the store keeps per minute. */
  readonly summary?: Sql;
}

/** The start of the bucket a value lies in. */
export function bucketKey(
  context: CompileContext,
  value: Value,
  span: Span,
  place: Pick<Node, 'start'>,
): BucketKey {
  if (span.kind !== 'time') return { value: numberBucket(value, span) };
  const ms =
    value.kind === 'time'
      ? sql`toUnixTimestamp64Milli(${value.sql})`
      : sql`toInt64(${numberOf(value)} * 1000)`;
  const placed = placeBuckets(context, span, place);
  const bucket = asTime(placed.startOf(ms));
  const isTable = value.kind === 'time' && value.isBase === true;
  if (!isTable || !placed.isWholeMinutes) return { value: { kind: 'time', sql: bucket } };
  const minute = sql`toInt64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000`;
  return { value: { kind: 'time', sql: bucket }, summary: asTime(placed.startOf(minute)) };
}

function asTime(ms: Sql): Sql {
  return sql`fromUnixTimestamp64Milli(${ms}, 'UTC')`;
}

interface PlacedBuckets {
  readonly startOf: (ms: Sql) => Sql;
  readonly isWholeMinutes: boolean;
}

/** By arithmetic where all buckets have one length, else by a list of their starts. */
function placeBuckets(
  context: CompileContext,
  span: TimeSpan,
  place: Pick<Node, 'start'>,
): PlacedBuckets {
  const { scope, zone } = context;
  const size = lengthOf(span);
  const isFixed = span.unit !== 'mon' && span.unit !== 'q' && span.unit !== 'y';
  if (isFixed && hasOneOffset(context)) {
    const anchor = bucketStart(scope.from, span, zone);
    const isWholeMinutes = anchor % MINUTE_MS === 0 && size % MINUTE_MS === 0;
    const startOf = (ms: Sql): Sql =>
      sql`(${int64(anchor)} + intDiv(${ms} - ${int64(anchor)}, ${int64(size)}) * ${int64(size)})`;
    return { startOf, isWholeMinutes };
  }
  const starts = timeBuckets(context, span, place);
  return {
    startOf: (ms) => sql`toInt64(roundDown(toFloat64(${ms}), ${float64s(starts)}))`,
    isWholeMinutes: starts.every((start) => start % MINUTE_MS === 0),
  };
}

/** The starts of all buckets of the range. More than the limit is the caller's mistake. */
export function timeBuckets(
  { scope, zone, limits }: CompileContext,
  span: TimeSpan,
  place: Pick<Node, 'start'>,
): readonly number[] {
  const { starts, isCut } = bucketsOf(scope, span, zone);
  if (isCut || starts.length > limits.bucketsMax) {
    throw refuse(
      place,
      `This span would make more than ${limits.bucketsMax} buckets; use a longer one or a shorter range.`,
    );
  }
  return starts;
}

const LOOK_EVERY_MS = 7 * DAY_MS;
const LOOKS_MAX = 520;

/** Whether the clocks of the zone are not changed within the range. */
function hasOneOffset({ scope, zone }: CompileContext): boolean {
  const offset = zone.offsetMs(scope.from);
  if (zone.offsetMs(scope.to) !== offset) return false;
  if ((scope.to - scope.from) / LOOK_EVERY_MS > LOOKS_MAX) return zone.name === 'UTC';
  for (let at = scope.from; at < scope.to; at += LOOK_EVERY_MS) {
    if (zone.offsetMs(at) !== offset) return false;
  }
  return true;
}

function numberBucket(value: Value, span: Exclude<Span, TimeSpan>): Value {
  const number = numberOf(value);
  if (span.kind === 'number') {
    const size = float64(span.size);
    return { kind: 'number', sql: sql`(floor(${number} / ${size}) * ${size})` };
  }
  const { coefficient, base } = span;
  const exponent = sql`floor(log(${number} / ${float64(coefficient)}) / ${float64(Math.log(base))})`;
  const bucket = sql`${float64(coefficient)} * pow(${float64(base)}, ${exponent})`;
  return { kind: 'number', sql: sql`if(${number} > 0, ${bucket}, NULL)` };
}
