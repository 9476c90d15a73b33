import { computedOnce } from './computed-once.ts';
import type { Written } from './writer.ts';

const NAN = "CAST('nan' AS DOUBLE)";

/** In DuckDB, NaN equals itself and is greater than all other numbers: replaces it with NULL. */
export function withoutNan({ text, type }: Written): string {
  return type === 'float' ? computedOnce(text, (value) => `nullif(${value}, ${NAN})`) : text;
}
