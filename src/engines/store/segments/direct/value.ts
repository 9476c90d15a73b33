/** Values of answers that need no engine. Times are dates. */
export type Value = string | number | boolean | null | Date | readonly Value[];

/** A statement, or a part of one, that only the engine can answer. */
export class NotDirect extends Error {
  constructor(what: string) {
    super(`only the engine answers ${what}`);
    this.name = 'NotDirect';
  }
}

/** Truth of a condition's value: NULL counts as false. */
export function isTrue(value: Value): boolean {
  return value === true || (typeof value === 'number' && value !== 0);
}

/** As JSON has it in answers. */
export function asJson(value: Value): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(asJson) : value;
}

/** A text that equal values share and others do not. */
export function keyOf(value: Value): string {
  if (value === null) return 'n';
  if (value instanceof Date) return `t${value.getTime()}`;
  if (typeof value === 'object') return `l${JSON.stringify(value.map(keyOf))}`;
  return `${typeof value === 'string' ? 's' : 'v'}${String(value)}`;
}

/** NULL comes last; texts go by their bytes. */
export function compareValues(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const [left, right] = [numberOf(a), numberOf(b)];
  if (Number.isNaN(left) || Number.isNaN(right)) throw new NotDirect('an order of such values');
  return left - right;
}

const ASCII = /^\p{ASCII}*$/u;

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (ASCII.test(a) && ASCII.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function numberOf(value: Value): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : Number.NaN;
}
