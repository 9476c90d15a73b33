import { attributeColumns, readAttributes } from '../../../engines/store/log-fields.ts';
import { identifier, join, sql, type Sql } from '../../../engines/store/sql.ts';
import type { QueryAnswer } from '../../../engines/store/store.ts';
import { select, type Aliases, type Relation } from './relation.ts';
import type { ValueKind } from './value.ts';

/** The statement that gives the rows, and how to read its answer. */
export interface AnswerPlan {
  readonly statement: Sql;
  readonly columns: readonly {
    readonly alias: string;
    readonly name: string;
    readonly kind: ValueKind;
  }[];
  /** Source of further fields: columns of the table, or a map under this alias. */
  readonly others:
    | {
        readonly alias: string | undefined;
        readonly removed: ReadonlySet<string>;
        /** Value for rows that lack a field that others have. */
        readonly fill: string | undefined;
        /** Aliases of the texts whose values are fields, too. */
        readonly json: readonly {
          readonly alias: string;
          readonly fieldsOf: (text: unknown) => [string, unknown][];
          readonly isField: (name: string) => boolean;
        }[];
      }
    | undefined;
}

/** Names users choose never enter the statement: columns have names of ours, and get theirs afterwards. */
export function planAnswer(context: Aliases, relation: Relation, rowsMax: number): AnswerPlan {
  const columns = [...relation.fields].map(([name, { kind }]) => ({
    alias: context.newAlias(),
    name,
    kind,
  }));
  const selected = [...relation.fields.values()].map(
    (value, i) => sql`${value.sql} AS ${identifier(columns[i]?.alias ?? '')}`,
  );
  const { others } = relation;
  const alias = others?.map === undefined ? undefined : context.newAlias();
  if (others !== undefined && others.map === undefined) selected.push(attributeColumns());
  if (others?.map !== undefined && alias !== undefined) {
    selected.push(sql`${others.map} AS ${identifier(alias)}`);
  }
  const json = (others?.json ?? []).map(({ text, fieldsOf, isField = () => true }) => {
    const name = context.newAlias();
    selected.push(sql`${text} AS ${identifier(name)}`);
    return { alias: name, fieldsOf, isField };
  });
  if (selected.length === 0) selected.push(sql`1 AS ${identifier(context.newAlias())}`);
  return {
    statement: select(relation, join(selected, ', '), { isOrdered: true, limit: rowsMax }),
    columns,
    others:
      others === undefined
        ? undefined
        : { alias, removed: others.removed, fill: others.fill, json },
  };
}

export interface AnswerColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'time' | 'list' | 'any';
}

export type AnswerRow = Record<string, unknown>;

/** Rows as objects. A field without a value is null where the column is known, and absent elsewhere. */
export function readRows(
  plan: AnswerPlan,
  answer: QueryAnswer,
  rowsMax: number,
): { columns: AnswerColumn[]; rows: AnswerRow[] } {
  const count = Math.min(answer.rowCount, rowsMax);
  const byName = new Map(answer.columns.map(({ name, values }) => [name, values]));
  const known = plan.columns.map((column) => ({
    name: column.name,
    show: reader(column.kind),
    values: byName.get(column.alias) ?? [],
  }));
  const columns: AnswerColumn[] = plan.columns.map(({ name, kind }) => ({
    name,
    type: TYPES[kind],
  }));
  const rows: AnswerRow[] = [];
  const others = otherFields(plan, answer);
  const extra = new Set<string>();
  for (let i = 0; i < count; i++) {
    const row: AnswerRow = Object.create(null) as AnswerRow;
    for (const { name, show, values } of known) row[name] = show(values[i]);
    for (const [name, value] of others(i)) {
      if (name in row) continue;
      row[name] = value;
      extra.add(name);
    }
    rows.push(row);
  }
  const fill = plan.others?.fill;
  if (fill !== undefined) {
    for (const row of rows) for (const name of extra) row[name] ??= fill;
  }
  for (const name of [...extra].toSorted()) columns.push({ name, type: 'text' });
  return { columns, rows };
}

const TYPES = {
  text: 'text',
  any: 'any',
  number: 'number',
  boolean: 'number',
  multi: 'list',
  time: 'time',
} as const satisfies Record<ValueKind, AnswerColumn['type']>;

function reader(kind: ValueKind): (value: unknown) => unknown {
  switch (kind) {
    case 'any':
      return (value) =>
        typeof value === 'string' &&
        String(Number(value)) === value &&
        Number.isFinite(Number(value))
          ? Number(value)
          : value;
    case 'multi':
      return (value) => (Array.isArray(value) ? showList(value) : value);
    default:
      return (value) => value ?? null;
  }
}

/** A single value is returned alone, none as null. */
function showList(values: readonly unknown[]): unknown {
  if (values.length === 0) return null;
  return values.length === 1 ? values[0] : values;
}

function otherFields(
  plan: AnswerPlan,
  answer: QueryAnswer,
): (row: number) => Iterable<readonly [string, unknown]> {
  const { others } = plan;
  if (others === undefined) return () => [];
  const { alias, removed, json } = others;
  const columns = answer.columns.filter(({ name }) => alias === undefined || name === alias);
  const texts = json.flatMap(({ alias: own, fieldsOf, isField }) =>
    answer.columns
      .filter(({ name }) => name === own)
      .map(
        ({ values }) =>
          (i: number) =>
            fieldsOf(values[i]).filter(([name]) => isField(name)),
      ),
  );
  return (i) => {
    const row = Object.fromEntries(columns.map(({ name, values }) => [name, values[i]]));
    const fields = alias === undefined ? readAttributes(row) : asRecord(row[alias]);
    const found = texts.flatMap((fieldsOf) => fieldsOf(i));
    return [...Object.entries(fields), ...found]
      .map(([name, value]) => [name, Array.isArray(value) ? showList(value) : value] as const)
      .filter(([name, value]) => value !== '' && !removed.has(name));
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
