import { join, sql, string } from '../../../../engines/store/sql.ts';
import type { UntableStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { fieldValue, knownName, type Relation, asSubquery, withField } from '../relation.ts';
import { textOf } from '../value.ts';

export function compileUntable(
  context: CompileContext,
  relation: Relation,
  stage: UntableStage,
): Relation {
  if (relation.others !== undefined) {
    throw refuse(stage, 'untable needs known columns. List them first, with table or stats.');
  }
  const open = asSubquery(context, relation);
  const row = knownName(open, stage.row.name);
  const pairs = [...open.fields]
    .filter(([name]) => name !== row)
    .map(([name, value]) => {
      return sql`(${string(name)}, toString(${textOf(value)}))`;
    });
  const none = sql`CAST([], 'Array(Tuple(String, Nullable(String)))')`;
  const list =
    pairs.length === 0
      ? none
      : sql`CAST([${join(pairs, ', ')}], 'Array(Tuple(String, Nullable(String)))')`;
  const each = sql`arrayJoin(arrayFilter(t -> isNotNull(t.2), ${list}))`;
  const fields = new Map([[row, fieldValue(open, row)]]);
  const paired = asSubquery(
    context,
    withField({ ...open, fields }, PAIR, { kind: 'text', sql: each }),
  );
  const pair = paired.fields.get(PAIR)?.sql ?? sql`''`;
  const kept = new Map([...paired.fields].filter(([name]) => name !== PAIR));
  const named = withField({ ...paired, fields: kept }, stage.name.name, {
    kind: 'text',
    sql: sql`${pair}.1`,
  });
  return withField(named, stage.value.name, { kind: 'any', sql: sql`${pair}.2` });
}

const PAIR = '\0pair';
