import { sql, string, type Sql } from '../../../../engines/store/sql.ts';
import type { MakemvStage } from '../../../../language/index.ts';
import { computedOnce } from '../computed-once.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import { textOf } from '../value.ts';
import type { CompileContext } from '../context.ts';

export function compileMakemv(
  context: CompileContext,
  relation: Relation,
  stage: MakemvStage,
): Relation {
  const values = computedOnce(context, fieldValue(relation, stage.field.name), (value) => ({
    kind: 'multi',
    sql: partsOf(sql`ifNull(toString(${textOf(value)}), '')`, stage),
  }));
  return withField(relation, stage.field.name, values);
}

function partsOf(text: Sql, { options }: MakemvStage): Sql {
  const { delim, tokenizer, allowempty } = options;
  const parts =
    tokenizer === undefined
      ? sql`splitByString(${string(delim)}, ${text})`
      : sql`extractAll(${text}, ${string(tokenizer)})`;
  return allowempty
    ? sql`if(empty(${text}), CAST([], 'Array(String)'), ${parts})`
    : sql`arrayFilter(v -> v != '', ${parts})`;
}
