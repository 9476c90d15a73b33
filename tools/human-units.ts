import { DAY_MS, GB, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../src/spec/units.ts';

const SIZES = [
  [GB, 'GB'],
  [MB, 'MB'],
  [KB, 'KB'],
] as const;

const TIMES = [
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [SECOND_MS, 's'],
] as const;

/** Formats a number of the specification for humans; its name contains the unit. */
export function humanValue(name: string, value: number): string {
  const unit = /(^bytes|Bytes|Ms|Seconds|Days|Ratio|Factor|Characters|Tokens)([A-Z][a-z]+)?$/.exec(
    name,
  )?.[1];
  switch (unit) {
    case 'bytes':
    case 'Bytes':
      return humanBytes(value);
    case 'Ms':
      return humanTime(value);
    case 'Seconds':
      return humanTime(value * SECOND_MS);
    case 'Days':
      return counted(value, 'day');
    case 'Ratio':
      return `${humanNumber(Number((value * 100).toPrecision(6)))}%`;
    case 'Factor':
      return `${humanNumber(value)} ×`;
    case 'Characters':
      return counted(value, 'character');
    case 'Tokens':
      return counted(value, 'token');
    default:
      return humanNumber(value);
  }
}

export function humanBytes(bytes: number): string {
  const size = SIZES.find(([unit]) => bytes >= unit && bytes % unit === 0);
  return size === undefined ? counted(bytes, 'byte') : `${humanNumber(bytes / size[0])} ${size[1]}`;
}

/** Days from three on: up to there people count hours. */
export function humanTime(ms: number): string {
  if (ms >= 3 * DAY_MS && ms % DAY_MS === 0) return counted(ms / DAY_MS, 'day');
  const time = TIMES.find(([unit]) => ms >= unit && ms % unit === 0);
  return time === undefined ? `${humanNumber(ms)} ms` : `${humanNumber(ms / time[0])} ${time[1]}`;
}

export function humanNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

function counted(value: number, noun: string): string {
  return `${humanNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}
