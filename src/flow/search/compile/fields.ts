/** fields, table, rename: which fields rows have, and under which names. */
import { join, sql, string, type Sql } from '../../../engines/store/sql.ts';
import {
  fits,
  hasWildcard,
  renameByStars,
  type FieldPattern,
  type FieldsStage,
  type Pattern,
  type RenameStage,
  type TableStage,
} from '../../../language/index.ts';
import { fieldValue, knownName, othersMap, type Relation } from './relation.ts';
import { escapeRegex, likePattern } from './text-match.ts';
import { safeReplacement } from './functions/text-functions.ts';
import type { Value } from './value.ts';

export function compileFields(relation: Relation, stage: FieldsStage): Relation {
  if (stage.mode === 'remove') return removeFields(relation, stage.fields);
  const always = [...relation.fields.keys()].filter(
    (name) => name.startsWith('_') || (name === 'event' && relation.hasBase),
  );
  return keepFields(relation, always, stage.fields);
}

/** Exactly the named fields, in this order. */
export function compileTable(relation: Relation, stage: TableStage): Relation {
  return keepFields(relation, [], stage.fields);
}

function keepFields(
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
      for (const each of fitting(relation, pattern)) fields.set(each, fieldValue(relation, each));
    }
  }
  const wild = patterns.filter(({ pattern }) => hasWildcard(pattern));
  const map = othersMap(relation);
  if (map === undefined || wild.length === 0) return { ...relation, fields, others: undefined };
  const kept = sql`mapFilter((k, v) -> ${keyFits(wild.map(({ pattern }) => pattern))}, ${map})`;
  return {
    ...relation,
    fields,
    others: { map: kept, removed: relation.others?.removed ?? new Set() },
  };
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
  return { ...relation, fields, others: { map: kept, removed } };
}

/** Names the relation knows that fit; those of other fields only the data knows. */
export function fitting(relation: Relation, pattern: Pattern): string[] {
  return [...relation.fields.keys()].filter((name) => fits(pattern, name));
}

function keyFits(patterns: readonly Pattern[]): Sql {
  return sql`(${join(
    patterns.map((pattern) => sql`k LIKE ${string(likePattern(pattern))}`),
    ' OR ',
  )})`;
}

export function compileRename(relation: Relation, stage: RenameStage): Relation {
  return stage.renamings.reduce(
    (rows, { from, to }) =>
      hasWildcard(from) ? renamePattern(rows, from, to) : renameOne(rows, from[0], to[0]),
    relation,
  );
}

/** A field that is missing takes the one it would replace away. */
function renameOne(relation: Relation, written: string, to: string): Relation {
  const from = knownName(relation, written);
  const value = fieldValue(relation, from);
  const isKnown = relation.fields.has(from);
  const fields = new Map<string, Value>();
  for (const [name, each] of relation.fields) {
    if (name !== to || name === from) fields.set(name === from ? to : name, each);
  }
  if (!isKnown && relation.others === undefined) return { ...relation, fields };
  if (!isKnown) fields.set(to, value);
  const { others } = relation;
  if (others === undefined) return { ...relation, fields };
  return {
    ...relation,
    fields,
    others: { ...others, removed: new Set([...others.removed, from]) },
  };
}

function renamePattern(relation: Relation, from: Pattern, to: Pattern): Relation {
  const fields = new Map(
    [...relation.fields].map(
      ([name, value]) => [renameByStars(name, from, to) ?? name, value] as const,
    ),
  );
  const map = othersMap(relation);
  if (map === undefined) return { ...relation, fields };
  const regex = `^${from.map(escapeRegex).join('(.*)')}$`;
  const target = to
    .map((piece) => piece.replaceAll('\\', '\\\\'))
    .reduce((all, piece, i) => `${all}\\${i}${piece}`);
  const renamed = sql`mapApply((k, v) -> (replaceRegexpOne(k, ${string(regex)}, ${string(safeReplacement(target, regex))}), v), ${map})`;
  return {
    ...relation,
    fields,
    others: { map: renamed, removed: relation.others?.removed ?? new Set() },
  };
}
