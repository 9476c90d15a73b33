import { unescapeText } from './tokenize.ts';
import type { ParameterUse } from './tree.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import type { ValueType } from './value-type.ts';

/** A value with the type under which it is bound. Instants are milliseconds since 1970. */
export type BoundValue =
  | { readonly type: 'VARCHAR'; readonly value: string }
  | { readonly type: 'TIMESTAMP_MS'; readonly value: number }
  | { readonly type: 'UINTEGER' | 'DOUBLE'; readonly value: number }
  | { readonly type: 'UBIGINT' | 'BIGINT'; readonly value: bigint }
  | { readonly type: 'BOOLEAN'; readonly value: boolean }
  | { readonly type: 'VARCHAR[]'; readonly value: readonly string[] }
  | { readonly type: 'UBIGINT[]'; readonly value: readonly bigint[] }
  | { readonly type: 'DOUBLE[]'; readonly value: readonly number[] };

export interface BoundValues {
  /** The value of a parameter of the statement, in its own form. */
  readonly read: (use: ParameterUse) => BoundValue;
  /** The placeholder of a value in the text. Equal values share one, so that repetitions can be detected. */
  readonly bind: (value: BoundValue) => string;
  /** By name; what was bound and nothing else. */
  readonly values: ReadonlyMap<string, BoundValue>;
}

export function createBoundValues(parameters: ReadonlyMap<string, string>): BoundValues {
  const values = new Map<string, BoundValue>();
  const places = new Map<string, string>();
  const known = new Map<string, BoundValue>();
  return {
    values,
    read({ name, type }) {
      const key = `${name} ${type}`;
      const text = parameters.get(name);
      if (text === undefined) throw new UntranslatableStatement(`there is no value for ${name}`);
      const value = known.get(key) ?? readValue(type, text);
      known.set(key, value);
      return value;
    },
    bind(value) {
      const key = keyOf(value);
      const taken = places.get(key);
      if (taken !== undefined) return taken;
      const name = `p${values.size + 1}`;
      values.set(name, value);
      const place = `CAST($${name} AS ${value.type})`;
      places.set(key, place);
      return place;
    },
  };
}

function keyOf({ type, value }: BoundValue): string {
  if (!Array.isArray(value)) return `${type} ${Object.is(value, -0) ? '-0' : String(value)}`;
  return `${type} ${JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))}`;
}

function readValue(type: string, text: string): BoundValue {
  switch (type) {
    case 'String':
      return { type: 'VARCHAR', value: unescapeText(text) };
    case "DateTime64(3, 'UTC')":
      return { type: 'TIMESTAMP_MS', value: readInstant(text) };
    case 'UInt32':
      return { type: 'UINTEGER', value: readNumber(text) };
    case 'Float64':
      return { type: 'DOUBLE', value: readNumber(text) };
    case 'UInt64':
      return { type: 'UBIGINT', value: BigInt(text) };
    case 'Int64':
      return { type: 'BIGINT', value: BigInt(text) };
    case 'Bool':
      return { type: 'BOOLEAN', value: text === 'true' };
    case 'Array(String)':
      return { type: 'VARCHAR[]', value: readTexts(text) };
    case 'Array(UInt64)':
      return { type: 'UBIGINT[]', value: readItems(text).map(BigInt) };
    case 'Array(Float64)':
      return { type: 'DOUBLE[]', value: readItems(text).map(readNumber) };
    default:
      throw new UntranslatableStatement(`values of the type ${type} are not known`);
  }
}

function readNumber(text: string): number {
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) throw new UntranslatableStatement('not a number');
  return number;
}

function readInstant(text: string): number {
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(ms)) throw new UntranslatableStatement('not an instant');
  return ms;
}

function readItems(text: string): string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}

function readTexts(text: string): string[] {
  return Array.from(text.matchAll(/'((?:[^'\\]|\\[\s\S])*)'/g), ([, item = '']) =>
    unescapeText(item),
  );
}

export function typeOfValue({ type }: BoundValue): ValueType {
  switch (type) {
    case 'VARCHAR':
      return 'text';
    case 'TIMESTAMP_MS':
      return 'time';
    case 'DOUBLE':
      return 'float';
    case 'UINTEGER':
    case 'UBIGINT':
    case 'BIGINT':
      return 'integer';
    case 'BOOLEAN':
      return 'boolean';
    case 'VARCHAR[]':
      return { kind: 'list', of: 'text' };
    case 'UBIGINT[]':
      return { kind: 'list', of: 'integer' };
    case 'DOUBLE[]':
      return { kind: 'list', of: 'float' };
  }
}
