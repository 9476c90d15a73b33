import { sql, string } from '../../../../engines/store/sql.ts';
import type { MakemvStage } from '../../../../language/index.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import { textOf } from '../value.ts';
import type { CompileContext } from '../context.ts';

export function compileMakemv(
  _context: CompileContext,
  relation: Relation,
  stage: MakemvStage,
): Relation {
  const { delim, tokenizer, allowempty } = stage.options;
  const text = sql`ifNull(toString(${textOf(fieldValue(relation, stage.field.name))}), '')`;
  const parts =
    tokenizer === undefined
      ? sql`splitByString(${string(delim)}, ${text})`
      : sql`extractAll(${text}, ${string(tokenizer)})`;
  const kept = allowempty
    ? sql`if(empty(${text}), CAST([], 'Array(String)'), ${parts})`
    : sql`arrayFilter(v -> v != '', ${parts})`;
  return withField(relation, stage.field.name, { kind: 'multi', sql: kept });
}
