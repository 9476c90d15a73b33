import { valueText } from '../../../src/charts/value-text.ts';

interface HeatTexts {
  readonly bucketName: (name: string) => string;
  readonly amountText: (amount: number) => string;
}

/** The unit of a panel is that of its buckets where these are numbers: then the cells count what falls into them. */
export function heatTexts(buckets: readonly string[], unit: string | undefined): HeatTexts {
  const isOfBuckets = buckets.length > 0 && buckets.every((name) => STARTS_AS_NUMBER.test(name));
  const format = unit === undefined ? {} : { unit };
  if (!isOfBuckets || unit === undefined) {
    return { bucketName: (name) => name, amountText: (amount) => valueText(amount, format) };
  }
  const bucketName = (name: string): string => {
    const value = Number(name);
    return Number.isNaN(value) ? `${name} ${unit}` : valueText(value, format);
  };
  return { bucketName, amountText: (amount) => valueText(amount, {}) };
}

const STARTS_AS_NUMBER = /^-?\d/;
