import { createHash } from 'node:crypto';
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { Comparison } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { GroupKey, MeasuredGroup } from './measurement.ts';

const HASH_CHARACTERS = 16;

/** Identifies a group within its rule: the same fields and values give the same hash in any order. */
export function groupHash(key: GroupKey): string {
  const fields = key === null ? null : Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(fields))
    .digest('hex')
    .slice(0, HASH_CHARACTERS);
}

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

/** Cuts an answer to as many groups as a rule tells apart: first those it knows, then what fits. */
export function keepGroups<Group extends { readonly hash: string }>(
  groups: readonly Group[],
  known: ReadonlySet<string>,
  groupsMax: number,
): { readonly groups: readonly Group[]; readonly isCut: boolean } {
  if (groups.length <= groupsMax) return { groups, isCut: false };
  const isKnown = ({ hash }: Group): boolean => known.has(hash);
  const first = groups.filter(isKnown);
  const others = groups.filter((group) => !isKnown(group));
  return { groups: [...first, ...others].slice(0, Math.max(groupsMax, first.length)), isCut: true };
}

export function meets(op: Comparison, value: number, wanted: number): boolean {
  switch (op) {
    case '>':
      return value > wanted;
    case '>=':
      return value >= wanted;
    case '<':
      return value < wanted;
    case '<=':
      return value <= wanted;
    case '=':
      return value === wanted;
    case '!=':
      return value !== wanted;
  }
}

/** Whether missing events could make the condition true. */
export function isOfFew(op: Comparison): boolean {
  return op === '<' || op === '<=' || op === '=';
}

/** Whether a threshold is met by a value, given whether events may be missing. */
export function holdsFor(
  { op, value: wanted, recoverAt }: ConditionOf<'threshold'>,
  value: number | null,
  isBehind: boolean,
): MeasuredGroup['holds'] {
  if (value === null || (isBehind && isOfFew(op))) return 'unknown';
  if (meets(op, value, wanted)) return 'true';
  return recoverAt !== null && meets(op, value, recoverAt) ? 'between' : 'safe';
}
