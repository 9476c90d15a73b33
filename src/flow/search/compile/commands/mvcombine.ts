import { identifier, join, sql } from '../../../../engines/store/sql.ts';
import type { MvcombineStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { groupedRows } from '../grouped-rows.ts';
import {
  fieldValue,
  knownName,
  type Relation,
  asSubquery,
  select,
  windowOrder,
} from '../relation.ts';
import { multiOf } from '../value.ts';

/** Merges rows that differ only in one field. */
export function compileMvcombine(
  context: CompileContext,
  relation: Relation,
  stage: MvcombineStage,
): Relation {
  if (relation.others !== undefined) {
    throw refuse(stage, 'mvcombine compares all fields. List them first, with table or stats.');
  }
  const open = asSubquery(context, relation);
  const order = windowOrder(open);
  const combined = knownName(open, stage.field.name);
  const keys = [...open.fields].filter(([name]) => name !== combined);
  const aliases = keys.map(() => identifier(context.newAlias()));
  const [values, place] = [identifier(context.newAlias()), identifier(context.newAlias())];
  const columns = [
    ...keys.map(([, value], i) => sql`${value.sql} AS ${aliases[i] ?? sql``}`),
    sql`${multiOf(fieldValue(open, combined))} AS ${values}`,
    sql`row_number() OVER (${order}) AS ${place}`,
  ];
  const numbered = select(open, join(columns, ', '), { isOrdered: false });
  // In the order of the rows, as far as there are any.
  const all = sql`arrayFlatten(arrayMap(t -> t.2, arraySort(t -> t.1, groupArray((${place}, ${values})))))`;
  const by = aliases.length === 0 ? sql`` : sql` GROUP BY ${join(aliases, ', ')}`;
  const list = identifier(context.newAlias());
  const inner = sql`SELECT ${join([...aliases, sql`${all} AS ${list}`], ', ')} FROM (${numbered})${by}`;
  return groupedRows(
    sql`(${inner})`,
    keys.map(([name, { kind }], i) => [name, { kind, sql: aliases[i] ?? sql`` }]),
    [[combined, { kind: 'multi', sql: list }]],
  );
}
