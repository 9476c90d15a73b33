import { LIMITS } from '../../../spec/limits.ts';
import type { GroupKey } from './measurement.ts';

/** The key of a group; null where nothing tells groups apart. Long values are cut. */
export function makeKey(names: readonly string[], values: readonly unknown[]): GroupKey {
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name, i) => [name, cut(values[i])]));
}

function cut(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  return text.slice(0, LIMITS.alerts.groupValueCharactersMax).toWellFormed();
}
