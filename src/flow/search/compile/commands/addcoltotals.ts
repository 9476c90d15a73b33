import { identifier, join, sql, type Sql, string } from '../../../../engines/store/sql.ts';
import type { AddcoltotalsStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { fieldValue, isCut, type Relation, asSubquery, select, withField } from '../relation.ts';
import { summable } from '../summable-fields.ts';
import { numberOf, textOf, type Value } from '../value.ts';

/** A last row with the sum of every column that has numbers. */
export function compileAddcoltotals(
  context: CompileContext,
  relation: Relation,
  stage: Pick<AddcoltotalsStage, 'fields' | 'options' | 'start'>,
): Relation {
  if (relation.others !== undefined) {
    throw refuse(stage, 'Totals require known columns. Use `table` or `stats` first.');
  }
  const { labelfield, label } = stage.options;
  const labelled =
    labelfield === undefined || relation.fields.has(labelfield)
      ? relation
      : withField(relation, labelfield, { kind: 'text', sql: sql`CAST(NULL, 'Nullable(String)')` });
  const known = asSubquery(context, isCut(labelled) ? asSubquery(context, labelled) : labelled);
  const open = labelfield === undefined ? known : withLabels(known, labelfield);
  const names = new Set(summable(open, stage.fields));
  const entries = [...open.fields];
  const order = [...open.order];
  const isTotal = identifier(context.newAlias());
  const aliases = [...entries, ...order].map(() => identifier(context.newAlias()));
  const rows: Sql[] = [
    ...entries.map(([, value], i) => sql`${shown(value)} AS ${aliases[i] ?? sql``}`),
    ...order.map(
      (key, i) => sql`toNullable(${key.sql}) AS ${aliases[entries.length + i] ?? sql``}`,
    ),
    sql`0 AS ${isTotal}`,
  ];
  const totals: Sql[] = [
    ...entries.map(([name, value], i) => {
      const alias = aliases[i] ?? sql``;
      if (name === labelfield) {
        const text = sql`${string(label)}`;
        return sql`${value.kind === 'multi' ? sql`[${text}]` : text} AS ${alias}`;
      }
      if (!names.has(name) || value.kind === 'multi' || value.kind === 'time') {
        return value.kind === 'multi'
          ? sql`CAST([], 'Array(String)') AS ${alias}`
          : sql`NULL AS ${alias}`;
      }
      const sum = sql`sumOrNull(${numberOf(value)})`;
      return value.kind === 'number' ? sql`${sum} AS ${alias}` : sql`toString(${sum}) AS ${alias}`;
    }),
    ...order.map((_, i) => sql`NULL AS ${aliases[entries.length + i] ?? sql``}`),
    sql`1 AS ${isTotal}`,
  ];
  const both = [rows, totals].map((columns) =>
    select(open, join(columns, ', '), { isOrdered: false }),
  );
  return {
    ...open,
    from: { kind: 'rows', sql: sql`(${join(both, ' UNION ALL ')})` },
    hasBase: false,
    fields: new Map(
      entries.map(([name, { kind }], i) => [
        name,
        { kind, sql: aliases[i] ?? sql``, isColumn: true as const },
      ]),
    ),
    order: [
      { sql: isTotal, isDescending: false },
      ...order.map(({ isDescending }, i) => ({
        sql: aliases[entries.length + i] ?? sql``,
        isDescending,
        nulls: 'last' as const,
      })),
    ],
  };
}

/** Next to the label, numbers and times become texts, too. */
function withLabels<Rows extends Relation>(rows: Rows, name: string): Rows {
  const value = fieldValue(rows, name);
  const isText = value.kind === 'text' || value.kind === 'any' || value.kind === 'multi';
  return isText ? rows : withField(rows, name, { kind: 'any', sql: textOf(value) });
}

function shown(value: Value): Sql {
  if (value.kind === 'multi') return value.sql;
  return value.kind === 'number' || value.kind === 'time'
    ? sql`toNullable(${value.sql})`
    : sql`toNullable(toString(${textOf(value)}))`;
}
