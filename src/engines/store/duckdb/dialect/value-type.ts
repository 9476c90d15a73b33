/**
 * The type of a part of a statement, as far as its translation depends on it. Times have no zone, and a type does not
 * include whether a value can be NULL: statements specify that where it matters.
 */
export type ValueType =
  | 'text'
  | 'float'
  | 'integer'
  | 'time'
  /** What a comparison gives: 0 or 1 for ClickHouse, true or false here. */
  | 'flag'
  /** What ClickHouse itself calls true or false, also in answers. */
  | 'boolean'
  /** The bytes of a hash, which are hexadecimal digits here. */
  | 'digest'
  | 'null'
  | 'unknown'
  | ListType
  | MapType
  | TupleType;

export interface ListType {
  readonly kind: 'list';
  readonly of: ValueType;
}

/** Keys are texts. */
export interface MapType {
  readonly kind: 'map';
  readonly of: ValueType;
}

export interface TupleType {
  readonly kind: 'tuple';
  readonly of: readonly ValueType[];
}

export const TEXTS: ListType = { kind: 'list', of: 'text' };

export function listOf(of: ValueType): ListType {
  return { kind: 'list', of };
}

export function isList(type: ValueType): type is ListType {
  return typeof type === 'object' && type.kind === 'list';
}

export function isMap(type: ValueType): type is MapType {
  return typeof type === 'object' && type.kind === 'map';
}

export function elementType(type: ValueType): ValueType {
  return isList(type) ? type.of : 'unknown';
}

export function partType(type: ValueType, position: number): ValueType {
  if (typeof type !== 'object' || type.kind !== 'tuple') return 'unknown';
  return type.of[position - 1] ?? 'unknown';
}

/** The type of what can be either of them. */
export function commonType(types: readonly ValueType[]): ValueType {
  return types.reduce(commonOfTwo, 'null');
}

function commonOfTwo(a: ValueType, b: ValueType): ValueType {
  if (a === 'null' || a === b) return b;
  if (b === 'null') return a;
  if (isNumeric(a) && isNumeric(b)) return a === 'float' || b === 'float' ? 'float' : 'integer';
  if (typeof a !== 'object' || typeof b !== 'object') return 'unknown';
  if (a.kind === 'list' && b.kind === 'list') return listOf(commonOfTwo(a.of, b.of));
  if (a.kind === 'map' && b.kind === 'map') return { kind: 'map', of: commonOfTwo(a.of, b.of) };
  if (a.kind !== 'tuple' || b.kind !== 'tuple' || a.of.length !== b.of.length) return 'unknown';
  return { kind: 'tuple', of: a.of.map((type, i) => commonOfTwo(type, b.of[i] ?? 'unknown')) };
}

function isNumeric(type: ValueType): boolean {
  return type === 'float' || type === 'integer' || type === 'flag' || type === 'boolean';
}
