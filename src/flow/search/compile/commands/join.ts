import { sql } from '../../../../engines/store/sql.ts';
import type { JoinStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
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
  // With nothing to tell them apart, every row has the first row of the subsearch.
  const hasKeys = names.length > 0;
  const keysOf = (rows: Relation): RowsRelation => {
    // A missing field is one constant for all rows, which the engine does not accept as a key.
    const texts = hasKeys ? names.map((name) => textOf(fieldValue(rows, name))) : [sql`''`];
    const keys = texts.map(
      (text, i) =>
        [
          `\0key${i}`,
          { kind: 'text', sql: sql`materialize(toNullable(toString(${text})))` },
        ] as const,
    );
    return asSubquery(context, {
      ...rows,
      fields: new Map<string, Value>([...rows.fields, ...keys]),
    });
  };
  const [l, r] = [keysOf(left), keysOf(right)];
  const keys = (hasKeys ? names : ['']).map(
    (_, i) =>
      [l.fields.get(`\0key${i}`)?.sql ?? sql`0`, r.fields.get(`\0key${i}`)?.sql ?? sql`0`] as const,
  );
  const rightRows =
    stage.options.max === 0 && hasKeys
      ? r
      : {
          ...r,
          limitBy: { count: hasKeys ? stage.options.max : 1, keys: keys.map(([, key]) => key) },
        };
  return joined(context, l, rightRows, {
    keys,
    isInner: stage.options.type === 'inner',
    isOverwriting: stage.options.overwrite,
    skip: new Set(names),
  });
}
