import { sql } from '../../../../engines/store/sql.ts';
import type { NomvStage } from '../../../../language/index.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import type { CompileContext } from '../context.ts';

export function compileNomv(
  _context: CompileContext,
  relation: Relation,
  stage: NomvStage,
): Relation {
  const { name } = stage.field;
  const value = fieldValue(relation, name);
  if (value.kind !== 'multi') return relation;
  const joined = sql`if(empty(${value.sql}), NULL, arrayStringConcat(${value.sql}, '\n'))`;
  return withField(relation, name, { kind: 'text', sql: joined });
}
