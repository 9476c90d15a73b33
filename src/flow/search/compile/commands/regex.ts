import { bodyMayHaveWord } from '../../../../engines/store/log-fields.ts';
import { sql, string } from '../../../../engines/store/sql.ts';
import type { RegexStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { wordsOfRegex } from '../regex-words.ts';
import {
  fieldValue,
  isBody,
  isCut,
  type Relation,
  asSubquery,
  withCondition,
} from '../relation.ts';
import { allOf, holdsForAny, textOf, truth } from '../value.ts';

export function compileRegex(
  context: CompileContext,
  relation: Relation,
  stage: RegexStage,
): Relation {
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  const value = fieldValue(open, stage.field.name);
  const regex = string(stage.regex);
  const matches = holdsForAny(value, (each) =>
    each === value ? truth(sql`match(${textOf(each)}, ${regex})`) : sql`match(v, ${regex})`,
  );
  if (stage.negated) return withCondition(context, open, sql`NOT ${matches}`);
  const words = isBody(open, value) ? wordsOfRegex(stage.regex) : [];
  return withCondition(context, open, allOf([...words.map(bodyMayHaveWord), matches]));
}
