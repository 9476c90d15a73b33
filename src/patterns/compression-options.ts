import { invalid } from '../base/errors.ts';
import { COMPRESSION_OPTIONS } from '../spec/evaluation.ts';

type OptionName = keyof typeof COMPRESSION_OPTIONS;
export type CompressionOptions = { readonly [Name in OptionName]?: number };

/** Returns the value of an option, or its default; refuses a value out of range, for callers that did not check. */
export function checkOption(name: OptionName, value: number | undefined): number {
  const { default: fallback, min, max } = COMPRESSION_OPTIONS[name];
  if (value === undefined) return fallback;
  if (!(value >= min && value <= max)) throw invalid(name, `must be between ${min} and ${max}`);
  const isCount = name !== 'simThreshold';
  if (isCount && !Number.isInteger(value)) throw invalid(name, 'must be a whole number');
  return value;
}
