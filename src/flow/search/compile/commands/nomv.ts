import { sql } from '../../../../engines/store/sql.ts';
import type { NomvStage } from '../../../../language/index.ts';
import { ofLists } from '../bounded-values.ts';
import { computedOnce } from '../computed-once.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import { asList } from '../value.ts';
import type { CompileContext } from '../context.ts';

export function compileNomv(
  context: CompileContext,
  relation: Relation,
  stage: NomvStage,
): Relation {
  const { name } = stage.field;
  const value = fieldValue(relation, name);
  if (value.kind !== 'multi' && !value.mayBeList) return relation;
  const joined = computedOnce(context, asList(value), (list) => ({
    kind: 'text',
    sql: sql`if(empty(${list.sql}), NULL, ${ofLists([list.sql], 1, sql`arrayStringConcat(${list.sql}, '\n')`, sql`NULL`)})`,
  }));
  return withField(relation, name, joined);
}
