import { sql, type Sql, string } from '../../../../engines/store/sql.ts';
import { hasWildcard, type Pattern, type ReplaceStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { namesOf } from '../field-names.ts';
import { fieldValue, type Relation, asSubquery, withField } from '../relation.ts';
import { likePattern } from '../text-match.ts';
import { textOf } from '../value.ts';

/** Whole values; of several rules that fit, the last one written without a wildcard wins. */
export function compileReplace(
  context: CompileContext,
  relation: Relation,
  stage: ReplaceStage,
): Relation {
  const open = asSubquery(context, relation);
  const rules = stage.rules.toSorted((a, b) => a.from.length - b.from.length);
  return namesOf(open, stage.fields).reduce((rows, name) => {
    const value = fieldValue(open, name);
    if (value.kind === 'multi' || value.kind === 'time') return rows;
    const text = textOf(value);
    const replaced = rules.toReversed().reduce((otherwise, { from, to }) => {
      const isMatch = hasWildcard(from)
        ? sql`${text} LIKE ${string(likePattern(from))}`
        : sql`${text} = ${string(from[0])}`;
      const result = hasWildcard(to) ? carriedOver(stage, text, from, to) : sql`${string(to[0])}`;
      return sql`if(ifNull(${isMatch}, 0), ${result}, ${otherwise})`;
    }, text);
    return withField(rows, name, { kind: 'any', sql: replaced });
  }, open);
}

/** The engine numbers what it carries over with one digit. */
const CARRIED_MAX = 9;

function carriedOver(stage: ReplaceStage, text: Sql, from: Pattern, to: Pattern): Sql {
  if (to.length - 1 > CARRIED_MAX) {
    throw refuse(stage, `A replacement can use at most ${CARRIED_MAX} wildcards.`);
  }
  const regex = `^(?s)${from.map(escapeRegex).join('(.*)')}$`;
  const result = to.map((piece, i) => (i === 0 ? '' : `\\${i}`) + piece.replaceAll('\\', '\\\\'));
  return sql`replaceRegexpOne(${text}, ${string(regex)}, ${string(result.join(''))})`;
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
}
