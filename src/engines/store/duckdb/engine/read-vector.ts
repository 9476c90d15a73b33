/** Values of a vector as JSON represents them: instants as text, non-finite numbers as null. */
import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBDataChunk,
  type DuckDBValue,
} from '@duckdb/node-api';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The values of the rows from `from` on, before `to`. */
export function readColumn(
  chunk: DuckDBDataChunk,
  place: number,
  from: number,
  to: number,
): JsonValue[] {
  const vector = chunk.getColumnVector(place);
  const values: JsonValue[] = [];
  for (let row = from; row < to; row++) values.push(jsonValue(vector.getItem(row)));
  return values;
}

function jsonValue(value: DuckDBValue): JsonValue {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return Number(value);
    case 'boolean':
      return value;
    default:
      return value === null ? null : composedValue(value);
  }
}

function composedValue(value: object): JsonValue {
  if (value instanceof DuckDBTimestampMillisecondsValue) return isoTime(Number(value.millis));
  if (value instanceof DuckDBMapValue) {
    return Object.fromEntries(
      value.entries.map(({ key, value: entry }) => [String(key), jsonValue(entry)]),
    );
  }
  if (value instanceof DuckDBListValue) return value.items.map(jsonValue);
  if (value instanceof DuckDBStructValue) return tupleValue(value);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) {
    return isoTime(Math.floor(Number(value.micros) / 1_000));
  }
  if (value instanceof DuckDBTimestampSecondsValue) return isoTime(Number(value.seconds) * 1_000);
  if (value instanceof DuckDBTimestampNanosecondsValue) {
    return isoTime(Math.floor(Number(value.nanos) / 1e6));
  }
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBDateValue) return String(value);
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('latin1');
  throw new Error('A column has a type that no statement of ours gives.');
}

/** Names that the translation gives to the parts of a tuple that has none, and the engine to those of a map. */
const MADE_UP_NAME = /^(?:t\d+|key|value|)$/;

/** A tuple whose parts have names is an object, any other a list. */
function tupleValue({ entries }: DuckDBStructValue): JsonValue {
  const parts = Object.entries(entries).map(([name, part]) => [name, jsonValue(part)] as const);
  return parts.every(([name]) => MADE_UP_NAME.test(name))
    ? parts.map(([, part]) => part)
    : Object.fromEntries(parts);
}

const DATE_MS_MAX = 8.64e15;

function isoTime(ms: number): string | null {
  return Math.abs(ms) <= DATE_MS_MAX ? new Date(ms).toISOString() : null;
}
