import { computedOnce } from './computed-once.ts';
import type { Written } from './writer.ts';

const NAN = "CAST('nan' AS DOUBLE)";

/** For DuckDB what is not a number equals itself and is greater than all others: NULL in its place. */
export function withoutNan({ text, type }: Written): string {
  return type === 'float' ? computedOnce(text, (value) => `nullif(${value}, ${NAN})`) : text;
}
