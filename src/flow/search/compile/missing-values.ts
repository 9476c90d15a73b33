/** fillnull, filldown, replace: what stands where a value is missing or unwanted. */
import { float64, sql, string, type Sql } from '../../../engines/store/sql.ts';
import {
  hasWildcard,
  type FieldPattern,
  type Pattern,
  type FilldownStage,
  type FillnullStage,
  type ReplaceStage,
} from '../../../language/index.ts';
import { asNumber } from './as-number.ts';
import { refuse, type CompileContext } from './context.ts';
import { fitting } from './fields.ts';
import { fieldValue, seal, withField, withFields, type Relation } from './relation.ts';
import { likePattern } from './text-match.ts';
import { textOf, type Value } from './value.ts';
import { compileFilldown } from './window.ts';

export function compileFillnull(relation: Relation, stage: FillnullStage): Relation {
  const { value } = stage.options;
  const rows = withFields(relation, namesOf(relation, stage.fields), (all, name) =>
    filled(fieldValue(all, name), value),
  );
  const { others } = rows;
  if (stage.fields.length > 0 || others === undefined || others.isMulti === true) return rows;
  return { ...rows, others: { ...others, fill: value } };
}

function filled(value: Value, text: string): Value {
  const number = asNumber(text);
  if (value.kind === 'time') return value;
  if (value.kind === 'number' && number !== undefined) {
    return { kind: 'number', sql: sql`ifNull(${value.sql}, ${float64(number)})` };
  }
  if (value.kind === 'multi') {
    return { kind: 'multi', sql: sql`if(empty(${value.sql}), [${string(text)}], ${value.sql})` };
  }
  const kind = number === undefined && value.kind === 'text' ? 'text' : 'any';
  return { kind, sql: sql`ifNull(toString(${textOf(value)}), ${string(text)})` };
}

export function compileFilldownStage(
  context: CompileContext,
  relation: Relation,
  stage: FilldownStage,
): Relation {
  return compileFilldown(context, relation, namesOf(relation, stage.fields));
}

/** No pattern means every field that is known. */
export function namesOf(relation: Relation, patterns: readonly FieldPattern[]): string[] {
  if (patterns.length === 0) return [...relation.fields.keys()];
  return patterns.flatMap(({ pattern }) =>
    hasWildcard(pattern) ? fitting(relation, pattern) : [pattern[0]],
  );
}

/** Whole values; of several rules that fit, the last one written without a wildcard wins. */
export function compileReplace(
  context: CompileContext,
  relation: Relation,
  stage: ReplaceStage,
): Relation {
  const open = seal(context, relation);
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
    throw refuse(stage, `At most ${CARRIED_MAX} stars can be carried over.`);
  }
  const regex = `^(?s)${from.map(escapeRegex).join('(.*)')}$`;
  const result = to.map((piece, i) => (i === 0 ? '' : `\\${i}`) + piece.replaceAll('\\', '\\\\'));
  return sql`replaceRegexpOne(${text}, ${string(regex)}, ${string(result.join(''))})`;
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
}
