import { LIMITS } from '../../../spec/limits.ts';
import type { GroupKey } from './measurement.ts';

/** The key of a group; null where nothing tells groups apart. Long values are cut. */
export function makeKey(names: readonly string[], values: readonly unknown[]): GroupKey {
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name, i) => [name, cut(values[i])]));
}

function cut(value: unknown): string {
  return textOf(value).slice(0, LIMITS.alerts.groupValueCharactersMax).toWellFormed();
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(textOf).join(' ') : JSON.stringify(value);
}
