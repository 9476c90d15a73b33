import { sql, string } from '../../../../engines/store/sql.ts';
import {
  hasWildcard,
  type Pattern,
  renameByStars,
  type RenameStage,
} from '../../../../language/index.ts';
import { safeReplacement } from '../functions/text-functions.ts';
import { fieldValue, knownName, othersMap, type Others, type Relation } from '../relation.ts';
import { escapeRegex } from '../text-match.ts';
import type { Value } from '../value.ts';
import type { CompileContext } from '../context.ts';

/**
 * Rows whose fields are not shared yet, so they can be changed in place: hundreds of renamings would copy all of them
 * hundreds of times.
 */
interface OwnRows extends Relation {
  readonly fields: Map<string, Value>;
  readonly others: (Others & { readonly removed: Set<string> }) | undefined;
}

export function compileRename(
  _context: CompileContext,
  relation: Relation,
  stage: RenameStage,
): Relation {
  return stage.renamings.reduce(
    (rows, { from, to }) =>
      hasWildcard(from) ? own(renamePattern(rows, from, to)) : renameOne(rows, from[0], to[0]),
    own(relation),
  );
}

function own(relation: Relation): OwnRows {
  const { fields, others } = relation;
  return {
    ...relation,
    fields: new Map(fields),
    others: others && { ...others, removed: new Set(others.removed) },
  };
}

/** A field that is missing takes the one it would replace away. */
function renameOne(rows: OwnRows, written: string, to: string): OwnRows {
  const { fields, others } = rows;
  const from = knownName(rows, written);
  const value = fieldValue(rows, from);
  others?.removed.add(from);
  if (fields.has(from)) return { ...rows, fields: renamedInPlace(fields, from, to) };
  fields.delete(to);
  if (others !== undefined) fields.set(to, value);
  return rows;
}

/** Puts the new name in the position of the old one. */
function renamedInPlace(
  fields: ReadonlyMap<string, Value>,
  from: string,
  to: string,
): Map<string, Value> {
  const renamed = new Map<string, Value>();
  for (const [name, value] of fields) {
    if (name !== to || name === from) renamed.set(name === from ? to : name, value);
  }
  return renamed;
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
