import { sql } from '../../../../engines/store/sql.ts';
import {
  type FieldPattern,
  type FieldsStage,
  fits,
  hasWildcard,
} from '../../../../language/index.ts';
import { fitting, keepJson, keyFits } from '../field-names.ts';
import { keepFields } from '../keep-fields.ts';
import { knownName, othersMap, type Relation } from '../relation.ts';
import type { CompileContext } from '../context.ts';

export function compileFields(
  _context: CompileContext,
  relation: Relation,
  stage: FieldsStage,
): Relation {
  if (stage.mode === 'remove') return removeFields(relation, stage.fields);
  const always = [...relation.fields.keys()].filter(
    (name) => name.startsWith('_') || (name === 'event' && relation.hasBase),
  );
  return keepFields(relation, always, stage.fields);
}

function removeFields(relation: Relation, patterns: readonly FieldPattern[]): Relation {
  const fields = new Map(relation.fields);
  const removed = new Set(relation.others?.removed);
  for (const { pattern } of patterns) {
    const [name] = pattern;
    if (hasWildcard(pattern)) for (const each of fitting(relation, pattern)) fields.delete(each);
    else {
      fields.delete(knownName(relation, name));
      removed.add(name);
    }
  }
  const { others } = relation;
  const wild = patterns.map(({ pattern }) => pattern).filter(hasWildcard);
  if (others === undefined) return { ...relation, fields };
  const map = othersMap(relation);
  if (wild.length === 0 || map === undefined) {
    return { ...relation, fields, others: { ...others, removed } };
  }
  const kept = sql`mapFilter((k, v) -> NOT ${keyFits(wild)}, ${map})`;
  const isKept = (name: string): boolean => !wild.some((pattern) => fits(pattern, name));
  return {
    ...relation,
    fields,
    others: { map: kept, removed, ...keepJson(others.json, isKept) },
  };
}
