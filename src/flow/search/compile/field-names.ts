import { join, sql, type Sql, string } from '../../../engines/store/sql.ts';
import { type FieldPattern, fits, hasWildcard, type Pattern } from '../../../language/index.ts';
import type { JsonFields, Others, Relation } from './relation.ts';
import { likePattern } from './text-match.ts';

/** Names the relation knows that fit; those of other fields only the data knows. */
export function fitting(relation: Relation, pattern: Pattern): string[] {
  return [...relation.fields.keys()].filter((name) => fits(pattern, name));
}

/** Without a pattern, returns every known field. */
export function namesOf(relation: Relation, patterns: readonly FieldPattern[]): string[] {
  if (patterns.length === 0) return [...relation.fields.keys()];
  return patterns.flatMap(({ pattern }) =>
    hasWildcard(pattern) ? fitting(relation, pattern) : [pattern[0]],
  );
}

/** The values of JSON that stay fields, as far as they were. */
export function keepJson(
  json: readonly JsonFields[] | undefined,
  isKept: (name: string) => boolean,
): Pick<Others, 'json'> {
  if (json === undefined) return {};
  return {
    json: json.map((each) => ({
      ...each,
      isField: (name) => each.isField?.(name) !== false && isKept(name),
    })),
  };
}

export function keyFits(patterns: readonly Pattern[]): Sql {
  return sql`(${join(
    patterns.map((pattern) => sql`k LIKE ${string(likePattern(pattern))}`),
    ' OR ',
  )})`;
}
