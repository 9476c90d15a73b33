/** What a panel shows of the rows of its search. */
import { hash } from 'node:crypto';
import { isoTime } from '../../../base/clock.ts';
import { numberOf, textOf, topItems } from '../../../charts/index.ts';
import type { ShownPanel } from '../../../contract/dashboard-data.ts';
import type { SearchResult } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { KeptAnswer } from './answer-cache.ts';
import { type HealthPanel, showHealth } from './health-panel.ts';
import type { QueryPanel } from './plan-panel.ts';
import type { Statement } from './statement.ts';

type Table = Pick<SearchResult, 'columns' | 'rows'>;
type Limit = SearchResult['limits_applied'][number];

export interface PanelAnswers {
  readonly shown: KeptAnswer;
  readonly line?: KeptAnswer | undefined;
  readonly compared?: { readonly answer: KeptAnswer; readonly statement: Statement } | undefined;
}

const { seriesMax, slicesMax, tableColumnsMax, labelsMax } = LIMITS.dashboards;

export function showPanel(
  panel: QueryPanel | HealthPanel,
  statement: Statement,
  { shown, line, compared }: PanelAnswers,
  isStale: boolean,
  sharedBy: number,
): ShownPanel {
  const { result } = shown;
  const limits: Limit[] = [...result.limits_applied];
  const warnings = result.warnings.map(({ code, message }) => ({ code, message }));
  const table = tableOf(panel, result, limits);
  const data = {
    columns: table.columns,
    rows: table.rows,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(line === undefined ? {} : { sparkline: tableOnly(line.result) }),
    ...(compared === undefined
      ? {}
      : {
          comparison: comparisonOf(compared),
        }),
  };
  const parts = [shown, line, compared?.answer].flatMap((each) => (each ? [each] : []));
  return {
    tag: hash('sha256', JSON.stringify(data), 'hex').slice(0, 16),
    ...data,
    from: isoTime(statement.range.from),
    to: isoTime(statement.range.to),
    computedAt: isoTime(Math.min(...parts.map(({ computedAt }) => computedAt))),
    stale: isStale,
    limits_applied: limits,
    cost: {
      scannedRows: sum(parts, ({ scannedRows }) => scannedRows),
      scannedBytes: sum(parts, ({ scannedBytes }) => scannedBytes),
      elapsedMs: sum(parts, ({ elapsedMs }) => elapsedMs),
      sharedBy,
    },
  };
}

function comparisonOf({ answer, statement }: NonNullable<PanelAnswers['compared']>) {
  const { baseline, reason } = answer.result.comparison ?? {};
  return {
    value: baseline === 'none' ? null : firstNumber(answer.result),
    from: isoTime(statement.range.from),
    to: isoTime(statement.range.to),
    ...(baseline === undefined ? {} : { baseline }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function sum(parts: readonly KeptAnswer[], of: (stats: SearchResult['stats']) => number): number {
  // A value and its line may be one search.
  const all = [...new Set(parts.map(({ result }) => result.stats))];
  return Math.round(all.reduce((total, stats) => total + of(stats), 0) * 100) / 100;
}

function tableOf(panel: QueryPanel | HealthPanel, result: SearchResult, limits: Limit[]): Table {
  switch (panel.kind) {
    case 'health':
      return tableOnly(showHealth(panel, result));
    case 'timeseries':
      return someSeries(result, limits);
    case 'bars':
      return largest(result, panel.options.top, limits);
    case 'share':
      return largest(result, slicesMax, limits);
    case 'table':
      return someColumns(result, panel.options.columns, limits);
    default:
      return tableOnly(result);
  }
}

function tableOnly({ columns, rows }: SearchResult): Table {
  return { columns, rows };
}

/** The first columns; a chart of more series is a tangle. */
function someSeries({ columns, rows }: SearchResult, limits: Limit[]): Table {
  const series = columns.filter(({ name }) => name !== '_time');
  if (series.length <= seriesMax) return { columns, rows };
  limits.push({
    limit: 'series',
    max: seriesMax,
    message: `Showing the first ${seriesMax} of ${series.length} series.`,
  });
  const kept = new Set(['_time', ...series.slice(0, seriesMax).map(({ name }) => name)]);
  return project(
    columns.filter(({ name }) => kept.has(name)),
    rows,
  );
}

function someColumns(
  { columns, rows }: SearchResult,
  names: readonly string[],
  limits: Limit[],
): Table {
  if (names.length > 0) {
    return project(
      names.map((name) => columns.find((each) => each.name === name) ?? { name, type: 'any' }),
      rows,
    );
  }
  if (columns.length <= tableColumnsMax) return { columns, rows };
  limits.push({
    limit: 'columns',
    max: tableColumnsMax,
    message: `Showing the first ${tableColumnsMax} of ${columns.length} columns.`,
  });
  return project(columns.slice(0, tableColumnsMax), rows);
}

function project(columns: Table['columns'], rows: Table['rows']): Table {
  return {
    columns,
    rows: rows.map((row) =>
      Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])),
    ),
  };
}

/** The largest rows, and one that combines all others. Labels come before the number. */
function largest({ columns, rows }: SearchResult, top: number, limits: Limit[]): Table {
  const number = numberColumn(columns, rows);
  if (number === undefined) return { columns, rows: rows.slice(0, top) };
  const labels = columns.slice(0, columns.indexOf(number)).map(({ name }) => name);
  if (rows.length >= labelsMax && !limits.some(({ limit }) => limit === 'rows')) {
    const message = `Other combines the remaining rows among the first ${labelsMax}.`;
    limits.push({ limit: 'rows', max: labelsMax, message });
  }
  const name = labels.length === 0 ? 'label' : labels.join(LABEL_SEPARATOR);
  const items = topItems(
    rows.flatMap((row) => {
      const value = numberOf(row[number.name]);
      const label = labels.map((each) => textOf(row[each])).join(LABEL_SEPARATOR);
      return value === null ? [] : [{ label, value }];
    }),
    top,
  );
  return {
    columns: [
      { name, type: 'text' },
      { name: number.name, type: 'number' },
    ],
    rows: items.map((item) => ({ [name]: item.label, [number.name]: item.value })),
  };
}

const LABEL_SEPARATOR = ' · ';

/** A number in front is a label like any other, such as a status, unless there is nothing else. */
function numberColumn(
  columns: Table['columns'],
  rows: Table['rows'],
): Table['columns'][number] | undefined {
  const [first, ...rest] = columns;
  const holdsNumbers = ({ name }: { readonly name: string }): boolean =>
    rows.some((row) => isNumber(row[name]));
  const found = rest.find(({ type }) => type === 'number') ?? rest.find(holdsNumbers);
  return found ?? (first !== undefined && holdsNumbers(first) ? first : undefined);
}

function isNumber(value: unknown): boolean {
  return numberOf(value) !== null;
}

/** Null where there is none, which is not the same as nothing. */
function firstNumber({ columns, rows }: SearchResult): number | null {
  const [row] = rows;
  if (row === undefined) return null;
  for (const { name } of columns) {
    const value = numberOf(row[name]);
    if (value !== null) return value;
  }
  return null;
}
