import { float64s, identifier, join, sql, strings, uint32 } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import type { PatternsStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { groupedRows } from '../grouped-rows.ts';
import { fieldValue, type Relation, asSubquery, select } from '../relation.ts';
import { existsSql, numberOf, textOf, timeOf, type ValueKind } from '../value.ts';

/** Patterns of the newest lines; the answer reports if there were more lines than were examined. */
export async function compilePatterns(
  context: CompileContext,
  relation: Relation,
  stage: PatternsStage,
): Promise<Relation> {
  const max = context.limits.subsearchRowsMax;
  const open = asSubquery(context, relation);
  const line = fieldValue(open, stage.options.field);
  const columns = sql`leftUTF8(toString(${textOf(line)}), ${uint32(context.views.patternCharactersMax)}) AS line, ifNull(${numberOf(fieldValue(open, '_time'))}, 0) AS at, ifNull(toString(${textOf(fieldValue(open, '_id'))}), '') AS id`;
  const present = { ...open, conditions: [...open.conditions, existsSql(line)] };
  const statement = select(present, columns, { isOrdered: true, limit: max + 1 });
  const found = rowsOf(await context.readInPieces(statement));
  if (found.length > max) {
    const message = `Patterns are based on the first ${max} rows.`;
    context.noteLimit({ limit: 'subsearchRowsMax', max, message });
  }
  const lines = found.slice(0, max).map(readLine);
  const { patterns, assignment } = await context.minePatterns(
    lines.map(({ text }) => text),
    { simThreshold: stage.options.similarity, maxSamples: 1, patternsMax: stage.options.limit },
  );
  const times = patterns.map(() => ({ first: Infinity, last: -Infinity }));
  for (const [i, pattern] of assignment.entries()) {
    const time = times[pattern];
    const at = lines[i]?.at ?? 0;
    if (time === undefined) continue;
    time.first = Math.min(time.first, at);
    time.last = Math.max(time.last, at);
  }
  return patternRows(
    context,
    patterns.map((pattern, i) => {
      const sample = lines[pattern.samples[0] ?? pattern.first];
      return {
        template: pattern.template,
        count: pattern.count,
        percent: (pattern.count * 100) / lines.length,
        first: times[i]?.first ?? 0,
        last: times[i]?.last ?? 0,
        sample: sample?.text ?? '',
        id: sample?.id ?? '',
      };
    }),
  );
}

interface Line {
  readonly text: string;
  readonly at: number;
  readonly id: string;
}

function readLine(row: Readonly<Record<string, unknown>>): Line {
  const { line, at, id } = row;
  return {
    text: typeof line === 'string' ? line : '',
    at: Number(at),
    id: typeof id === 'string' ? id : '',
  };
}

interface PatternRow {
  readonly template: string;
  readonly count: number;
  readonly percent: number;
  readonly first: number;
  readonly last: number;
  readonly sample: string;
  readonly id: string;
}

/** What was computed here goes back as bound lists, so that further commands can work on it. */
function patternRows(context: CompileContext, rows: readonly PatternRow[]): Relation {
  const texts = (pick: (row: PatternRow) => string) => sql`${strings(rows.map(pick))}`;
  const numbers = (pick: (row: PatternRow) => number) => sql`${float64s(rows.map(pick))}`;
  const instants = (pick: (row: PatternRow) => number) =>
    sql`arrayMap(t -> ${timeOf({ kind: 'number', sql: sql`t` })}, ${numbers(pick)})`;
  const lists: readonly (readonly [string, ValueKind, ReturnType<typeof texts>])[] = [
    ['template', 'text', texts((row) => row.template)],
    ['count', 'number', numbers((row) => row.count)],
    ['percent', 'number', numbers((row) => row.percent)],
    ['first_seen', 'time', instants((row) => row.first)],
    ['last_seen', 'time', instants((row) => row.last)],
    ['sample', 'text', texts((row) => row.sample)],
    ['sample_id', 'text', texts((row) => row.id)],
  ];
  const row = identifier(context.newAlias());
  const aliases = lists.map(() => identifier(context.newAlias()));
  const position = identifier(context.newAlias());
  const columns = lists.map(
    (_, i) => sql`tupleElement(${row}, ${PLACES[i] ?? sql`1`}) AS ${aliases[i] ?? sql``}`,
  );
  const zipped = sql`arrayZip(${join(
    lists.map(([, , list]) => list),
    ', ',
  )}, ${float64s(rows.map((_, i) => i))})`;
  const from = sql`(SELECT ${join(columns, ', ')}, tupleElement(${row}, 8) AS ${position} FROM (SELECT arrayJoin(${zipped}) AS ${row}))`;
  const made = groupedRows(
    from,
    [],
    lists.map(([name, kind], i) => [name, { kind, sql: aliases[i] ?? sql`` }]),
  );
  return { ...made, order: [{ sql: position, isDescending: false }] };
}

const PLACES = [sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`, sql`7`];
