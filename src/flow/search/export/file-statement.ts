import { attributePairs } from '../../../engines/store/log-fields.ts';
import { identifier, join, sql, strings, type Sql } from '../../../engines/store/sql.ts';
import type { ExportFormat } from '../../../engines/store/store.ts';
import { MB } from '../../../spec/units.ts';
import type { Relation } from '../compile/relation.ts';
import { type AnswerPlan, planAnswer } from '../compile/write-answer.ts';

/** More than this goes to the disk of the store while it is sorted. */
export const SORTED_IN_MEMORY_BYTES = 512 * MB;
/** The largest number a statement can name. */
const ROWS_MAX = 0xffff_ffff;

/**
 * Columns get their names around the statement that makes them: inside, a name of a user could be mistaken
 * for a column of the table.
 */
export function fileStatement(relation: Relation, format: ExportFormat): FileStatement {
  let aliases = 0;
  const plan = planAnswer({ newAlias: () => `x${(aliases += 1)}` }, relation, ROWS_MAX);
  const columns = plan.columns.map(
    ({ alias, name }) => sql`${identifier(alias)} AS ${identifier(name === '' ? '_' : name)}`,
  );
  const names = plan.columns.map(({ name }) => name);
  const others = otherColumn(plan, format);
  if (others !== undefined) {
    columns.push(others.column);
    names.push(others.name);
  }
  return {
    statement: sql`SELECT ${join(columns, ', ')} FROM (${plan.statement})`,
    columns: names,
  };
}

export interface FileStatement {
  readonly statement: Sql;
  /** Names of the columns of the file. */
  readonly columns: readonly string[];
}

function otherColumn(
  { columns, others }: AnswerPlan,
  format: ExportFormat,
): { readonly name: string; readonly column: Sql } | undefined {
  if (others === undefined) return undefined;
  const hidden = strings([...others.removed, ...columns.map(({ name }) => name)]);
  const left =
    others.alias === undefined
      ? sql`CAST(arrayFilter(each -> NOT has(${hidden}, each.1), ${attributePairs()}), 'Map(String, String)')`
      : sql`mapFilter((k, v) -> NOT has(${hidden}, k), ${identifier(others.alias)})`;
  const isTaken = columns.some(({ name }) => name === 'attributes');
  const name = isTaken ? '_attributes' : 'attributes';
  const value = format === 'csv' ? sql`toJSONString(${left})` : left;
  return { name, column: sql`${value} AS ${identifier(name)}` };
}
