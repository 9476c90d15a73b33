import { identifier, join, sql, type Sql, string, uint32 } from '../../../engines/store/sql.ts';
import type { Field, RareStage, TopStage } from '../../../language/index.ts';
import type { CompileContext } from './context.ts';
import { keyOf } from './group-by.ts';
import { guardLists, keyGuards, type Key } from './grouped-rows.ts';
import {
  isCut,
  type OrderKey,
  type Relation,
  type RowsRelation,
  asSubquery,
  select,
} from './relation.ts';
import { countOf, type Value } from './value.ts';

/** The most frequent combinations of values, or the rarest; rows without a value count nowhere. */
export function rankValues(
  context: CompileContext,
  relation: Relation,
  stage: TopStage | RareStage,
): Relation {
  const { options } = stage;
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  const key = (field: Field): Key =>
    keyOf(context, open, {
      kind: 'key',
      field,
      span: undefined,
      start: field.start,
      end: field.end,
    });
  const by = stage.by.map(key);
  const values = stage.fields.map(key);
  const keys = [...by, ...values];
  const aliases = keys.map(() => identifier(context.newAlias()));
  const [count, percent] = [identifier(context.newAlias()), identifier(context.newAlias())];
  const byAliases = aliases.slice(0, by.length);
  const total =
    by.length === 0
      ? sql`sum(count()) OVER ()`
      : sql`sum(count()) OVER (PARTITION BY ${join(byAliases, ', ')})`;
  const conditions = keys.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
  const rows = { ...open, conditions: [...open.conditions, ...conditions] };
  const columns = [
    ...keys.map(({ value }, i) => sql`${value.sql} AS ${aliases[i] ?? sql``}`),
    sql`${countOf(sql`count()`).sql} AS ${count}`,
    sql`count() * 100 / ${total} AS ${percent}`,
  ];
  const inner = select({ ...rows, order: [] }, join(columns, ', '), {
    isOrdered: false,
    having: guardLists(keyGuards(keys, aliases)),
    groupBy: join(aliases, ', '),
  });
  const order: OrderKey[] = [
    ...byAliases.map((alias) => ({ sql: alias, isDescending: false })),
    { sql: count, isDescending: stage.kind === 'top' },
    ...aliases.slice(by.length).map((alias) => ({ sql: alias, isDescending: false })),
  ];
  const ranked: RowsRelation = {
    from: { kind: 'rows', sql: sql`(${inner})` },
    conditions: [],
    isSummable: false,
    fields: fieldsOf(stage, keys, aliases, count, percent),
    others: undefined,
    hasBase: false,
    order,
    limit: undefined,
    limitBy: undefined,
  };
  if (options.limit === 0) return ranked;
  if (options.useother) {
    return withOthers(context, ranked, stage, byAliases, aliases, count, percent);
  }
  if (by.length === 0) return { ...ranked, limit: options.limit };
  return { ...ranked, limitBy: { count: options.limit, keys: byAliases } };
}

function fieldsOf(
  { options }: TopStage | RareStage,
  keys: readonly Key[],
  aliases: readonly Sql[],
  count: Sql,
  percent: Sql,
): Map<string, Value> {
  const fields = new Map<string, Value>(
    keys.map(({ name, value }, i) => [
      name,
      { kind: value.kind, sql: aliases[i] ?? sql``, isColumn: true as const },
    ]),
  );
  if (options.showcount) {
    fields.set(options.countfield, { kind: 'number', sql: count, isColumn: true });
  }
  if (options.showperc) {
    fields.set(options.percentfield, { kind: 'number', sql: percent, isColumn: true });
  }
  return fields;
}

/** Combines the values beyond the limit into one row. */
function withOthers(
  context: CompileContext,
  ranked: RowsRelation,
  stage: TopStage | RareStage,
  by: readonly Sql[],
  aliases: readonly Sql[],
  count: Sql,
  percent: Sql,
): Relation {
  const { limit, otherstr } = stage.options;
  const rank = identifier(context.newAlias());
  const partition = by.length === 0 ? sql`` : sql`PARTITION BY ${join(by, ', ')} `;
  const direction = stage.kind === 'top' ? sql`DESC` : sql`ASC`;
  const values = aliases.slice(by.length);
  const numbered = sql`(SELECT *, least(row_number() OVER (${partition}ORDER BY ${count} ${direction}, ${join(values, ', ')}), ${uint32(limit + 1)}) AS ${rank} FROM ${ranked.from.sql})`;
  const renamed = new Map<Sql, Sql>(
    [...aliases, count, percent].map((alias) => [alias, identifier(context.newAlias())]),
  );
  const to = (alias: Sql): Sql => renamed.get(alias) ?? alias;
  const isOther = sql`${rank} > ${uint32(limit)}`;
  const columns = [
    ...by.map((alias) => sql`${alias} AS ${to(alias)}`),
    ...values.map(
      (alias) => sql`if(${isOther}, ${string(otherstr)}, any(toString(${alias}))) AS ${to(alias)}`,
    ),
    sql`sum(${count}) AS ${to(count)}`,
    sql`sum(${percent}) AS ${to(percent)}`,
  ];
  const last = identifier(context.newAlias());
  const from = sql`(SELECT ${join(columns, ', ')}, ${rank} AS ${last} FROM ${numbered} GROUP BY ${join([...by, rank], ', ')})`;
  const texts = new Set(values);
  const fields = new Map<string, Value>(
    [...ranked.fields].map(([name, { kind, sql: alias }]) => {
      // Next to the text for the rest, numbers and times become texts, too.
      const shown = texts.has(alias) ? 'any' : kind;
      return [name, { kind: shown, sql: to(alias), isColumn: true }];
    }),
  );
  const order = [
    ...by.map((alias) => ({ sql: to(alias), isDescending: false })),
    { sql: last, isDescending: false },
  ];
  return { ...ranked, from: { kind: 'rows', sql: from }, fields, order };
}
