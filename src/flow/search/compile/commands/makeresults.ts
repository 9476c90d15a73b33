import { identifier, instant, join, sql, strings, uint32 } from '../../../../engines/store/sql.ts';
import type { MakeresultsStage } from '../../../../language/index.ts';
import { type CompileContext, refuse } from '../context.ts';
import { groupedRows } from '../grouped-rows.ts';
import type { Relation } from '../relation.ts';

export function compileMakeresults(
  context: CompileContext,
  _relation: Relation,
  stage: MakeresultsStage,
): Relation {
  const { count, format, data } = stage.options;
  if (format !== undefined || data !== undefined) {
    const table = format === 'json' ? readJson(data ?? '') : readCsv(data ?? '');
    if (table === undefined || table.length > context.limits.madeRowsMax) {
      throw refuse(stage, '`data` must be CSV with a header line, or a JSON array.');
    }
    return tableRows(context, table);
  }
  const rows = Math.min(count, context.limits.madeRowsMax);
  const now = Math.floor(context.now / 1000) * 1000;
  return {
    from: { kind: 'rows', sql: sql`(SELECT number FROM numbers(${uint32(rows)}))` },
    conditions: [],
    isSummable: false,
    fields: new Map([['_time', { kind: 'time', sql: sql`${instant(now)}` }]]),
    others: undefined,
    hasBase: false,
    order: [{ sql: sql`number`, isDescending: false }],
    limit: undefined,
    limitBy: undefined,
  };
}

type Table = readonly ReadonlyMap<string, string>[];

/** Rows that are part of the query; all values are bound. */
function tableRows(context: CompileContext, table: Table): Relation {
  const names = [...new Set(table.flatMap((row) => [...row.keys()]))];
  const aliases = names.map(() => identifier(context.newAlias()));
  const columns = names.map((name, i) => {
    const values = strings(table.map((row) => row.get(name) ?? ''));
    return sql`nullIf(arrayElement(${values}, number + 1), '') AS ${aliases[i] ?? sql``}`;
  });
  const from = sql`(SELECT ${join([sql`number`, ...columns], ', ')} FROM numbers(${uint32(table.length)}))`;
  const values = names.map((name, i) => [name, { kind: 'any', sql: aliases[i] ?? sql`` }] as const);
  const rows = groupedRows(from, [], values);
  return { ...rows, order: [{ sql: sql`number`, isDescending: false }] };
}

function readJson(text: string): Table | undefined {
  try {
    const rows: unknown = JSON.parse(text);
    if (!Array.isArray(rows)) return undefined;
    return rows.map((row: unknown) =>
      typeof row === 'object' && row !== null
        ? new Map(Object.entries(row).map(cellOf))
        : new Map(),
    );
  } catch {
    return undefined;
  }
}

function cellOf([name, value]: [string, unknown]): [string, string] {
  if (value === null || value === undefined) return [name, ''];
  return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}

/** The first line contains the names. A quoted cell can contain commas, line breaks and doubled quotes. */
function readCsv(text: string): Table | undefined {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain?.trim() ?? '');
    if (end !== ',' && end !== '') lines.push([]);
    if (end === '') break;
  }
  const [names = [], ...rows] = lines;
  if (names.length === 0 || names.includes('')) return undefined;
  return rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => new Map(names.map((name, i) => [name, cells[i] ?? ''])));
}
