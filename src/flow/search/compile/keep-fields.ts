import { sql } from '../../../engines/store/sql.ts';
import { type FieldPattern, fits, hasWildcard } from '../../../language/index.ts';
import { fitting, keepJson, keyFits } from './field-names.ts';
import { fieldValue, othersMap, type Relation } from './relation.ts';
import type { Value } from './value.ts';

export function keepFields(
  relation: Relation,
  always: readonly string[],
  patterns: readonly FieldPattern[],
): Relation {
  const fields = new Map<string, Value>();
  for (const name of always) fields.set(name, fieldValue(relation, name));
  for (const { pattern } of patterns) {
    const [name] = pattern;
    if (!hasWildcard(pattern)) fields.set(name, fieldValue(relation, name));
    else {
      for (const each of fitting(relation, pattern)) {
        if (!fields.has(each)) fields.set(each, fieldValue(relation, each));
      }
    }
  }
  const wild = patterns.filter(({ pattern }) => hasWildcard(pattern));
  const map = othersMap(relation);
  if (map === undefined || wild.length === 0) return { ...relation, fields, others: undefined };
  const kept = sql`mapFilter((k, v) -> ${keyFits(wild.map(({ pattern }) => pattern))}, ${map})`;
  const isKept = (name: string): boolean => wild.some(({ pattern }) => fits(pattern, name));
  return {
    ...relation,
    fields,
    others: {
      map: kept,
      removed: relation.others?.removed ?? new Set(),
      ...keepJson(relation.others?.json, isKept),
    },
  };
}
