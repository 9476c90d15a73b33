import { asGroup } from '../../../../base/regex-groups.ts';
import { type Parameter, sql, type Sql, string, uint32 } from '../../../../engines/store/sql.ts';
import type { RexAction, RexStage } from '../../../../language/index.ts';
import { replacedIn } from '../bounded-values.ts';
import { type CompileContext, refuse } from '../context.ts';
import { safeReplacement } from '../functions/text-functions.ts';
import { readGroups } from '../regex-groups.ts';
import { fieldValue, type Relation, asSubquery, withField, withFields } from '../relation.ts';
import { textOf, type Value } from '../value.ts';

export function compileRex(context: CompileContext, relation: Relation, stage: RexStage): Relation {
  const { action, options } = stage;
  if (options.offset_field !== undefined && options.max_match !== 1) {
    throw refuse(stage, 'offset_field only works with one match. Remove max_match.');
  }
  const open = asSubquery(context, relation);
  const value = fieldValue(open, options.field);
  if (action.kind !== 'extract') {
    return withField(open, options.field, {
      kind: 'text',
      sql: rewrite(stage, action, value),
    });
  }
  const text = sql`ifNull(toString(${textOf(value)}), '')`;
  const { positions } = readGroups(action.regex);
  const regex = string(action.regex);
  const names = action.groups.filter((name) => positions.has(name));
  const rows = withFields(open, names, (_, name) => {
    const old = fieldValue(open, name);
    return extracted(text, regex, positions.get(name) ?? 0, options.max_match, old);
  });
  if (options.offset_field === undefined) return rows;
  const old = textOf(fieldValue(open, options.offset_field));
  return withField(rows, options.offset_field, {
    kind: 'text',
    sql: endpoints(text, action.regex, old),
  });
}

/** The first and last character of the match, counted from 0, as `3-17`. */
function endpoints(text: Sql, regex: string, old: Sql): Sql {
  const whole = `^((?s:.*?))${asGroup(regex)}`;
  const parts = sql`extractGroups(${text}, ${string(whole)})`;
  const start = sql`lengthUTF8(${parts}[1])`;
  const end = sql`(toInt64(${start}) + lengthUTF8(${parts}[2]) - 1)`;
  return sql`if(empty(${parts}), ${old}, concat(toString(${start}), '-', toString(${end})))`;
}

/** The value of a group; where nothing matches, the field keeps what it had. */
function extracted(text: Sql, regex: Parameter, position: number, max: number, old: Value): Value {
  if (max === 1) {
    const groups = sql`extractGroups(${text}, ${regex})`;
    const found = sql`nullIf(${groups}[${uint32(position)}], '')`;
    return { kind: 'text', sql: sql`if(empty(${groups}), ${textOf(old)}, ${found})` };
  }
  const all = sql`extractAllGroupsVertical(${text}, ${regex})`;
  const some = max === 0 ? all : sql`arraySlice(${all}, 1, ${uint32(max)})`;
  const found = sql`arrayFilter(v -> v != '', arrayMap(g -> g[${uint32(position)}], ${some}))`;
  const kept =
    old.kind === 'multi'
      ? old.sql
      : sql`if(isNull(${textOf(old)}), CAST([], 'Array(String)'), [ifNull(toString(${textOf(old)}), '')])`;
  return { kind: 'multi', sql: sql`if(empty(${all}), ${kept}, ${found})` };
}

function rewrite(
  stage: RexStage,
  action: Exclude<RexAction, { kind: 'extract' }>,
  value: Value,
): Sql {
  const text = textOf(value);
  if (action.kind === 'transliterate') {
    if (Array.from(action.from).length !== Array.from(action.to).length) {
      throw refuse(stage, 'Both character lists of y/…/…/ must have the same length.');
    }
    return sql`translateUTF8(${text}, ${string(action.from)}, ${string(action.to)})`;
  }
  const regex = action.flags.includes('i') ? `(?i)${action.regex}` : action.regex;
  const replacement = safeReplacement(action.replacement, regex);
  const replaced = action.flags.includes('g')
    ? sql`replaceRegexpAll(${text}, ${string(regex)}, ${string(replacement)})`
    : sql`replaceRegexpOne(${text}, ${string(regex)}, ${string(replacement)})`;
  return replacedIn(value, replacement, replaced);
}
