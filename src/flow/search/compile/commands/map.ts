import { identifier, join, sql } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import { fieldsOfMap, filledMap, type MapStage } from '../../../../language/index.ts';
import { appendRows } from '../append-rows.ts';
import type { CompileContext } from '../context.ts';
import { asSubquery, fieldValue, type Relation, select, withCondition } from '../relation.ts';
import { numberOf, textOf } from '../value.ts';

/** The number of the row, from 1. */
const SERIAL = '_serial_id';

/** The rows of the searches, those of the first row first. */
export async function compileMap(
  context: CompileContext,
  relation: Relation,
  stage: MapStage,
): Promise<Relation> {
  const given = await valuesOf(context, relation, stage);
  let all: Relation | undefined;
  for (const [i, row] of given.entries()) {
    const text = filledMap(stage.template, (name) =>
      name === SERIAL ? String(i + 1) : (row.get(name) ?? ''),
    );
    const found = asSubquery(context, await context.compileText(stage, text));
    all = all === undefined ? found : appendRows(context, all, found);
  }
  return all ?? withCondition(context, asSubquery(context, relation), sql`0`);
}

/** Of the first rows, the fields that the search names. */
async function valuesOf(
  context: CompileContext,
  relation: Relation,
  stage: MapStage,
): Promise<readonly ReadonlyMap<string, string>[]> {
  const { maxsearches: max } = stage.options;
  const names = fieldsOfMap(stage.template);
  const rows = asSubquery(context, relation);
  const columns = names.map((name, i) => {
    const value = fieldValue(rows, name);
    const read = value.kind === 'time' ? numberOf(value) : textOf(value);
    return sql`ifNull(toString(${read}), '') AS ${identifier(`v${i}`)}`;
  });
  const statement = select(rows, join([sql`1 AS n`, ...columns], ', '), {
    isOrdered: true,
    limit: max + 1,
  });
  const found = rowsOf(await context.ask(statement));
  if (found.length > max) {
    const message = `\`map\` ran for the first ${max} rows only.`;
    context.noteLimit({ limit: 'subsearchesMax', max, message });
  }
  return found
    .slice(0, max)
    .map((row) => new Map(names.map((name, i) => [name, String(row[`v${i}`])])));
}
