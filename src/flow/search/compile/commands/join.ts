import { sql } from '../../../../engines/store/sql.ts';
import type { JoinStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { joined } from '../join-rows.ts';
import { fieldValue, type Relation, type RowsRelation, asSubquery } from '../relation.ts';
import { subsearchRows } from '../subsearch-rows.ts';
import { textOf, type Value } from '../value.ts';

export async function compileJoin(
  context: CompileContext,
  relation: Relation,
  stage: JoinStage,
): Promise<Relation> {
  const right = await subsearchRows(context, stage, context.limits.joinRowsMax);
  const left = asSubquery(context, relation);
  const names =
    stage.fields.length > 0
      ? stage.fields.map(({ name }) => name)
      : [...right.fields.keys()].filter((name) => left.fields.has(name));
  if (names.length === 0) throw refuse(stage, 'No common field. Specify the field to join on.');
  const keysOf = (rows: Relation): RowsRelation => {
    const keys = names.map(
      (name, i) =>
        [
          `\0key${i}`,
          // A field that is missing is one value for all rows, which the engine takes for no key at all.
          {
            kind: 'text',
            sql: sql`materialize(toNullable(toString(${textOf(fieldValue(rows, name))})))`,
          },
        ] as const,
    );
    return asSubquery(context, {
      ...rows,
      fields: new Map<string, Value>([...rows.fields, ...keys]),
    });
  };
  const [l, r] = [keysOf(left), keysOf(right)];
  const keys = names.map(
    (_, i) =>
      [l.fields.get(`\0key${i}`)?.sql ?? sql`0`, r.fields.get(`\0key${i}`)?.sql ?? sql`0`] as const,
  );
  const rightRows =
    stage.options.max === 0
      ? r
      : { ...r, limitBy: { count: stage.options.max, keys: keys.map(([, key]) => key) } };
  return joined(context, l, rightRows, {
    keys,
    isInner: stage.options.type === 'inner',
    isOverwriting: stage.options.overwrite,
    skip: new Set(names),
  });
}
