/** The table of a query that ends in one, and its chart. A cell leads to its events. */
import { SegmentedControl } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { formatInstant, toRange } from '../../../query/time/time-range.ts';
import type { QueryFacts } from '../../../query/text/query-facts.ts';
import { type Column, cellText, chartOf, drillDown } from '../../../query/table/statistics.ts';
import { type Row, textOf } from '../../../query/rows/log-event.ts';
import { toOneLine, toSafeText } from '../../../parts/log-text.ts';
import { countOf } from '../../../parts/numbers.ts';
import { usePage } from '../page-context.tsx';
import { StatisticsChart } from '../../../charts/series-chart.tsx';
import { useVirtualizer } from '@tanstack/react-virtual';

const CHART_KINDS = ['line', 'bar', 'table'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

interface StatisticsViewProps {
  readonly query: string;
  readonly facts: QueryFacts;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export function StatisticsView(props: StatisticsViewProps) {
  const { columns, rows, facts } = props;
  const chart = useMemo(() => chartOf(columns, rows), [columns, rows]);
  const usual: ChartKind =
    chart === undefined ? 'table' : chart.labels === undefined ? 'line' : 'bar';
  const [chosen, setChosen] = useState<ChartKind>();
  const kind = chart === undefined ? 'table' : (chosen ?? usual);
  return (
    <div className="sx-statistics">
      <div className="sx-statistics-bar">
        <span>{countOf(rows.length, 'row')}</span>
        <SegmentedControl
          aria-label="Chart type"
          size="xs"
          value={kind}
          disabled={chart === undefined}
          onChange={(value) => setChosen(CHART_KINDS.find((each) => each === value))}
          data={[
            { value: 'line', label: 'Line' },
            { value: 'bar', label: 'Bar' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </div>
      {chart !== undefined && kind !== 'table' && (
        <StatisticsChart key={facts.tableStage?.kind} chart={chart} kind={kind} />
      )}
      <ResultTable {...props} />
    </div>
  );
}

const ROW_HEIGHT = 24;

function ResultTable({ query, facts, columns, rows }: StatisticsViewProps) {
  const scroller = useRef<HTMLElement>(null);
  const [sorted, setSorted] = useState<{ readonly name: string; readonly isDown: boolean }>();
  const order = useMemo(() => orderOf(rows, sorted), [rows, sorted]);
  // oxlint-disable-next-line react/incompatible-library -- its functions are handed to no memoised component
  const items = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  const shown = items.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const behind = items.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <section ref={scroller} className="sx-table-scroller" tabIndex={0} aria-label="Result table">
        <table className="sx-table" aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {columns.map(({ name, type }) => (
                <th
                  key={name}
                  scope="col"
                  data-type={type}
                  aria-sort={sortWord(sorted?.name === name ? sorted.isDown : undefined)}
                >
                  <button
                    type="button"
                    onClick={() =>
                      setSorted({
                        name,
                        isDown: sorted?.name === name ? !sorted.isDown : type === 'number',
                      })
                    }
                  >
                    {toSafeText(name)}
                    {sorted?.name === name ? (sorted.isDown ? ' ↓' : ' ↑') : ''}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr style={{ height: before }} />}
            {shown.map(({ index }) => {
              const at = order[index] ?? 0;
              return (
                <ResultRow
                  key={at}
                  query={query}
                  facts={facts}
                  columns={columns}
                  rows={rows}
                  at={at}
                />
              );
            })}
            {behind > 0 && <tr style={{ height: behind }} />}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface ResultRowProps extends StatisticsViewProps {
  readonly at: number;
}

function ResultRow({ query, facts, columns, rows, at }: ResultRowProps) {
  const { actions, timeZone } = usePage();
  const row = rows[at];
  if (row === undefined) return null;
  const open = (column: string): void => {
    const target = drillDown(query, facts, rows, at, column);
    if (target === undefined) return;
    const { from, to } = target;
    const range = from === undefined || to === undefined ? {} : toRange({ from, to });
    actions.run(target.query, { mode: 'auto', ...range });
  };
  const isLinked = drillDown(query, facts, rows, at, columns[0]?.name ?? '') !== undefined;
  return (
    <tr>
      {columns.map(({ name, type }) => {
        const text = type === 'time' ? timeText(row[name], timeZone) : cellText(row[name]);
        const shown = toOneLine(toSafeText(text.slice(0, 500)));
        return (
          <td key={name} data-type={type}>
            {isLinked ? (
              <button
                type="button"
                title="Show the events behind this cell"
                onClick={() => open(name)}
              >
                {shown === '' ? '–' : shown}
              </button>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}

function timeText(value: unknown, timeZone: string): string {
  const ms = Date.parse(textOf(value));
  return Number.isFinite(ms) ? formatInstant(ms, timeZone, 'seconds') : textOf(value);
}

function sortWord(isDown: boolean | undefined): 'ascending' | 'descending' | 'none' {
  if (isDown === undefined) return 'none';
  return isDown ? 'descending' : 'ascending';
}

/** The places of the rows in the order a click on a head asks for; what is missing comes last. */
function orderOf(
  rows: readonly Row[],
  sorted: { readonly name: string; readonly isDown: boolean } | undefined,
): number[] {
  const places = rows.map((_, at) => at);
  if (sorted === undefined) return places;
  const { name, isDown } = sorted;
  return places.toSorted((left, right) => {
    const a = rows[left]?.[name];
    const b = rows[right]?.[name];
    if (textOf(a) === '' || textOf(b) === '') return textOf(a) === '' ? 1 : -1;
    const difference =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : textOf(a).localeCompare(textOf(b), 'en', { numeric: true });
    return isDown ? -difference : difference;
  });
}
