/** Why a panel has nothing to draw, in words that tell what to do. */
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
  if (rows.length === 0) {
    const [from, to] = [shown.from, shown.to].map((time) =>
      formatInstant(Date.parse(time), timeZone, 'seconds'),
    );
    return `The query found nothing from ${from} to ${to}.`;
  }
  const columns = shown.columns.map(({ name }) => name).join(', ');
  switch (kind) {
    case 'timeseries': {
      const chart = readChart(shown.columns, rows);
      if (chart !== undefined && chart.labels === undefined) return undefined;
      return `A chart over time needs _time and numbers; the query gives ${columns}. End it in timechart.`;
    }
    case 'value':
      return shown.columns.some(({ name }) => numberOf(rows[0]?.[name]) !== null)
        ? undefined
        : `A value needs a number; the query gives ${columns}. End it in stats.`;
    case 'bars':
    case 'share':
      return rows.some((row) => numberOf(row[shown.columns[1]?.name ?? '']) !== null)
        ? undefined
        : `It needs labels, then a number; the query gives ${columns}. End it in stats … by a field.`;
    case 'heatmap':
      return readCells(shown.columns, rows).cells.length > 0
        ? undefined
        : `A heat map needs _time, a bucket and a number; the query gives ${columns}.`;
    case 'table':
    case 'logs':
    case 'patterns':
      return undefined;
  }
}
