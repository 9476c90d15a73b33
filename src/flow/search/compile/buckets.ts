/** Buckets of time and of numbers. */
import { float64, float64s, int64, sql, type Sql } from '../../../engines/store/sql.ts';
import {
  bucketsOf,
  bucketStart,
  lengthOf,
  resolveTimeSpec,
  type Buckets,
  type Field,
  type TreeNode,
  type Span,
  type TimeSpan,
  type TimeSpec,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../../spec/units.ts';
import { refuse, type CompileContext } from './context.ts';
import type { ReadScope } from './read-logs.ts';
import { numberOf, timeOf, type Value } from './value.ts';

export interface BucketKey {
  readonly value: Value;
  /** The same bucket from what the store keeps per minute. */
  readonly summary?: Sql;
}

/** A time span only applies to times: those of the store, numbers of seconds, and any field called `_time`. */
export function refuseTimeSpan(value: Value, span: Span, field: Field): void {
  const isTime = value.kind === 'time' || value.kind === 'number' || field.name === '_time';
  if (span.kind !== 'time' || isTime) return;
  throw refuse(
    field,
    `A time span requires a time, and \`${field.name}\` isn’t one. Use a numeric span, such as span=100, or first convert the field to epoch seconds with strptime() or tonumber().`,
  );
}

/** The start of the bucket that contains a value. */
export function bucketKey(
  context: CompileContext,
  value: Value,
  span: Span,
  place: Pick<TreeNode, 'start'>,
  anchor?: number,
): BucketKey {
  if (span.kind !== 'time') return { value: numberBucket(value, span) };
  const ms = sql`toUnixTimestamp64Milli(${timeOf(value)})`;
  const isRead = value.kind === 'time';
  const placed =
    anchor === undefined
      ? placeBuckets(context, span, place, isRead)
      : fixedBuckets(alignedStart(context.scope.from, span, anchor), lengthOf(span), isRead);
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
  place: Pick<TreeNode, 'start'>,
  isRead: boolean,
): PlacedBuckets {
  const { scope, zone } = context;
  const size = lengthOf(span);
  const isFixed = span.unit !== 'mon' && span.unit !== 'q' && span.unit !== 'y';
  if (isFixed && hasOneOffset(context)) {
    return fixedBuckets(bucketStart(scope.from, span, zone), size, isRead);
  }
  const starts = timeBuckets(context, span, place);
  return {
    startOf: (ms) => sql`toInt64(roundDown(toFloat64(${ms}), ${float64s(starts)}))`,
    isWholeMinutes: starts.every((start) => start % MINUTE_MS === 0),
  };
}

/**
 * Buckets of one size from `first` on, which is before all values that are read, but not before all computed values.
 */
function fixedBuckets(first: number, size: number, isRead: boolean): PlacedBuckets {
  const steps = (ms: Sql): Sql =>
    isRead
      ? sql`intDiv(${ms} - ${int64(first)}, ${int64(size)})`
      : sql`toInt64(floor((${ms} - ${int64(first)}) / ${int64(size)}))`;
  return {
    startOf: (ms) => sql`(${int64(first)} + ${steps(ms)} * ${int64(size)})`,
    isWholeMinutes: first % MINUTE_MS === 0 && size % MINUTE_MS === 0,
  };
}

/** The last start at or before an instant, where buckets begin at `anchor` instead of on the calendar. */
function alignedStart(at: number, span: TimeSpan, anchor: number): number {
  const size = lengthOf(span);
  return anchor + Math.floor((at - anchor) / size) * size;
}

/** Where buckets begin, as an instant. Months differ in length, so they cannot be moved. */
export function anchorOf(
  { scope, now, zone }: CompileContext,
  aligntime: TimeSpec | 'earliest' | 'latest' | undefined,
  span: Span,
  place: Pick<TreeNode, 'start'>,
): number | undefined {
  if (aligntime === undefined) return undefined;
  if (span.kind !== 'time' || span.unit === 'mon' || span.unit === 'q' || span.unit === 'y') {
    throw refuse(place, 'aligntime only supports buckets of weeks, days and shorter.');
  }
  if (aligntime === 'earliest') return scope.from;
  if (aligntime === 'latest') return scope.to;
  const time = resolveTimeSpec(aligntime, { now, timeZone: zone.name });
  if (time.kind === 'problem') throw refuse(place, time.message);
  return time.ms;
}

/** The starts of all buckets of the range. More than the limit is the caller's mistake. */
export function timeBuckets(
  { scope, zone, limits }: CompileContext,
  span: TimeSpan,
  place: Pick<TreeNode, 'start'>,
  anchor?: number,
): readonly number[] {
  const { starts, isCut } =
    anchor === undefined ? bucketsOf(scope, span, zone) : alignedBuckets(scope, span, anchor);
  if (isCut || starts.length > limits.bucketsMax) {
    throw refuse(
      place,
      `This span creates more than ${limits.bucketsMax} buckets. Use a longer span or a shorter time range.`,
    );
  }
  return starts;
}

function alignedBuckets(scope: ReadScope, span: TimeSpan, anchor: number): Buckets {
  const size = lengthOf(span);
  const first = alignedStart(scope.from, span, anchor);
  const count = Math.ceil((scope.to - first) / size);
  const isCut = count > LIMITS.query.bucketsMax;
  return { starts: isCut ? [] : Array.from({ length: count }, (_, i) => first + i * size), isCut };
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
