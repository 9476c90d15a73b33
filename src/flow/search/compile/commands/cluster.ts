import { sql, type Sql, uint32, uint64s } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import type { ClusterStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import {
  fieldValue,
  type Relation,
  asSubquery,
  select,
  windowOrder,
  withField,
} from '../relation.ts';
import { existsSql, textOf, type Value } from '../value.ts';

/**
 * Numbers the groups of similar rows, the largest group first. Rows are identified by their ID, or by their position if
 * they have none, so that the statement that shows them finds the same rows.
 */
export async function compileCluster(
  context: CompileContext,
  relation: Relation,
  stage: ClusterStage,
): Promise<Relation> {
  const { field, t, showcount, labelonly, countfield, labelfield } = stage.options;
  const { rows, key } = keyed(context, relation);
  const line = fieldValue(rows, field);
  const lines = await readLines(context, rows, key, line);
  const { patterns, assignment } = await context.minePatterns(
    lines.map(({ text }) => text),
    { simThreshold: t, maxSamples: 0, patternsMax: lines.length || 1 },
  );
  const first = patterns.map(() => 0n);
  for (const [i, { id }] of [...lines.entries()].toReversed()) first[assignment[i] ?? 0] = id;
  const shown = labelonly ? lines.map(({ id }) => id) : first;
  const labels = labelonly ? Array.from(assignment) : patterns.map((_, i) => i);
  const place = sql`indexOf(${uint64s(shown)}, ${key})`;
  const labelled = sealedWith(context, rows, place);
  const at = labelled.place;
  const number = (values: readonly number[]): Value => ({
    kind: 'number',
    sql: sql`toFloat64(nullIf(${uint64s(values)}[${at}], 0))`,
  });
  const kept: Relation = labelonly
    ? labelled.rows
    : { ...labelled.rows, conditions: [...labelled.rows.conditions, sql`${at} > 0`] };
  const withLabel = withField(kept, labelfield, number(labels.map((label) => label + 1)));
  if (!showcount) return withLabel;
  const counts = labels.map((label) => patterns[label]?.count ?? 0);
  return withField(withLabel, countfield, number(counts));
}

interface Line {
  readonly text: string;
  readonly id: bigint;
}

async function readLines(
  context: CompileContext,
  rows: Relation,
  key: Sql,
  line: Value,
): Promise<Line[]> {
  const max = context.limits.subsearchRowsMax;
  const characters = uint32(context.views.patternCharactersMax);
  const columns = sql`leftUTF8(toString(${textOf(line)}), ${characters}) AS line, toString(${key}) AS id`;
  const present = { ...rows, conditions: [...rows.conditions, existsSql(line)] };
  const statement = select(present, columns, { isOrdered: true, limit: max + 1 });
  const found = rowsOf(await context.readInPieces(statement));
  if (found.length > max) {
    const message = `Only the first ${max} rows were compared; the others are in no group.`;
    context.noteLimit({ limit: 'subsearchRowsMax', max, message });
  }
  return found.slice(0, max).map((row) => ({
    text: String(row['line']),
    id: BigInt(String(row['id'])),
  }));
}

function keyed(context: CompileContext, relation: Relation): { rows: Relation; key: Sql } {
  const rows = asSubquery(context, relation);
  if (rows.hasBase) return { rows, key: sql`row_id` };
  const order = windowOrder(rows);
  const { rows: numbered, place } = sealedWith(
    context,
    rows,
    sql`toUInt64(row_number() OVER (${order}))`,
  );
  return { rows: numbered, key: place };
}

const PLACE = '\0place';

/** The rows with one column more that is no field of the answer. */
function sealedWith(
  context: CompileContext,
  rows: Relation,
  column: Sql,
): { rows: Relation; place: Sql } {
  const marked = asSubquery(context, withField(rows, PLACE, { kind: 'number', sql: column }));
  const place = marked.fields.get(PLACE)?.sql ?? sql`0`;
  const fields = new Map([...marked.fields].filter(([name]) => name !== PLACE));
  return { rows: { ...marked, fields }, place };
}
