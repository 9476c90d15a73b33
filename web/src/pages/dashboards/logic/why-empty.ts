/** Why a panel is empty, as text that explains what to do. */
import { readCells } from '../../../../../src/charts/heat-cells.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { numberOf, readChart } from '../../../../../src/charts/chart-data.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import type { QueryKind } from '../../../../../src/spec/dashboards.ts';

type Answer = Pick<ShownPanel, 'columns' | 'rows' | 'from' | 'to'>;
type Row = Readonly<Record<string, unknown>>;

/** Undefined where there is something. */
export function whyEmpty(kind: QueryKind, shown: Answer, timeZone: string): string | undefined {
  const rows = shown.rows as readonly Row[];
  // A chart by a field that no event has is a list of times.
  const isBare = shown.columns.every(({ name }) => name === '_time');
  if (rows.length === 0 || (kind === 'timeseries' && isBare)) {
    const [from, to] = [shown.from, shown.to].map((time) =>
      formatInstant(Date.parse(time), timeZone, 'seconds'),
    );
    return `No results from ${from} to ${to}.`;
  }
  const columns = shown.columns.map(({ name }) => name).join(', ');
  switch (kind) {
    case 'timeseries': {
      const chart = readChart(shown.columns, rows);
      if (chart !== undefined && chart.labels === undefined) return undefined;
      return `A time series needs _time and numbers, but the query returns ${columns}. End it with timechart.`;
    }
    case 'value':
      return shown.columns.some(({ name }) => numberOf(rows[0]?.[name]) !== null)
        ? undefined
        : `A stat needs a number, but the query returns ${columns}. End it with stats.`;
    case 'bars':
    case 'share':
      return rows.some((row) => numberOf(row[shown.columns[1]?.name ?? '']) !== null)
        ? undefined
        : `This needs labels and a number, but the query returns ${columns}. End it with stats … by a field.`;
    case 'heatmap':
      return readCells(shown.columns, rows).cells.length > 0
        ? undefined
        : `A heatmap needs _time, a bucket and a number, but the query returns ${columns}.`;
    case 'table':
    case 'logs':
    case 'patterns':
      return undefined;
  }
}
