/** makemv, mvexpand, mvcombine, nomv. */
import { identifier, join, sql, string, uint32 } from '../../../engines/store/sql.ts';
import type { MakemvStage, MvcombineStage, MvexpandStage } from '../../../language/index.ts';
import { refuse, type CompileContext } from './context.ts';
import { groupedRows } from './grouped-rows.ts';
import {
  windowOrder,
  fieldValue,
  knownName,
  seal,
  select,
  withField,
  type Relation,
} from './relation.ts';
import { multiOf, textOf } from './value.ts';

export function compileMakemv(relation: Relation, stage: MakemvStage): Relation {
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

/** One row for each value; a row without values stays. */
export function compileMvexpand(
  context: CompileContext,
  relation: Relation,
  stage: MvexpandStage,
): Relation {
  const open = seal(context, relation);
  const values = multiOf(fieldValue(open, stage.field.name));
  const some =
    stage.options.limit > 0
      ? sql`arraySlice(${values}, 1, ${uint32(stage.options.limit)})`
      : values;
  const each = sql`arrayJoin(if(empty(${some}), [NULL], CAST(${some}, 'Array(Nullable(String))')))`;
  return seal(context, withField(open, stage.field.name, { kind: 'text', sql: each }));
}

export function compileNomv(relation: Relation, field: string): Relation {
  const value = fieldValue(relation, field);
  if (value.kind !== 'multi') return relation;
  const joined = sql`if(empty(${value.sql}), NULL, arrayStringConcat(${value.sql}, '\n'))`;
  return withField(relation, field, { kind: 'text', sql: joined });
}

/** Rows that differ in one field alone become one. */
export function compileMvcombine(
  context: CompileContext,
  relation: Relation,
  stage: MvcombineStage,
): Relation {
  if (relation.others !== undefined) {
    throw refuse(stage, 'mvcombine compares all fields: name them first, with table or stats.');
  }
  const open = seal(context, relation);
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
