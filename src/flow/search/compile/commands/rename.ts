import { sql, string } from '../../../../engines/store/sql.ts';
import {
  hasWildcard,
  type Pattern,
  renameByStars,
  type RenameStage,
} from '../../../../language/index.ts';
import { safeReplacement } from '../functions/text-functions.ts';
import { fieldValue, knownName, othersMap, type Relation } from '../relation.ts';
import { escapeRegex } from '../text-match.ts';
import type { Value } from '../value.ts';
import type { CompileContext } from '../context.ts';

export function compileRename(
  _context: CompileContext,
  relation: Relation,
  stage: RenameStage,
): Relation {
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
