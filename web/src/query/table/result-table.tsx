/** The rows of a search that ends in a table, to be sorted by its heads. Only those in sight exist. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { type Column, textOf } from '../../../../src/charts/chart-data.ts';
import { formatInstant } from '../../../../src/charts/clock.ts';
import { toOneLine, toSafeText } from '../../parts/log-text.ts';
import { LinkSigns, useRowLinks } from '../links/field-links.tsx';
import type { Row } from '../rows/log-event.ts';
import type { QueryFacts } from '../text/query-facts.ts';
import type { Order } from '../../data/search-state.ts';
import './table.css';
import { Sparkline } from '../../charts/sparkline.tsx';
import { sparklinePoints } from './sparkline-points.ts';
import { cellText, type DrillDown, drillDown } from './drill-down.ts';
import { nextOrder, orderRows } from './order-rows.ts';

interface ResultTableProps {
  readonly query: string;
  readonly facts: QueryFacts;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly timeZone: string;
  readonly order: Order | undefined;
  readonly onOrder: (order: Order | undefined) => void;
  /** Shows the events of a cell; without it, cells are not clickable. */
  readonly onDrillDown?: (target: DrillDown) => void;
}

const ROW_HEIGHT = 24;

export function ResultTable(props: ResultTableProps) {
  const { columns, rows, order: sorted, onOrder } = props;
  const scroller = useRef<HTMLElement>(null);
  const linksFor = useRowLinks();
  const order = useMemo(() => placesOf(rows, sorted), [rows, sorted]);
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
                  aria-sort={sortWord(sorted?.field === name ? sorted.isDown : undefined)}
                >
                  <button
                    type="button"
                    onClick={() => onOrder(nextOrder(sorted, name, type === 'number'))}
                  >
                    {toSafeText(name)}
                    {sorted?.field === name ? (sorted.isDown ? ' ↓' : ' ↑') : ''}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr style={{ height: before }} />}
            {shown.map(({ index }) => {
              const at = order[index] ?? 0;
              return <ResultRow key={at} {...props} at={at} linksFor={linksFor} />;
            })}
            {behind > 0 && <tr style={{ height: behind }} />}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface ResultRowProps extends ResultTableProps {
  readonly at: number;
  readonly linksFor: ReturnType<typeof useRowLinks>;
}

function ResultRow(props: ResultRowProps) {
  const { query, facts, columns, rows, timeZone, onDrillDown, at, linksFor } = props;
  const row = rows[at];
  if (row === undefined) return null;
  const open = (column: string): void => {
    const target = drillDown(query, facts, rows, at, column);
    if (target !== undefined) onDrillDown?.(target);
  };
  const isLinked =
    onDrillDown !== undefined &&
    drillDown(query, facts, rows, at, columns[0]?.name ?? '') !== undefined;
  return (
    <tr>
      {columns.map(({ name, type }) => {
        const points = sparklinePoints(row[name]);
        if (points !== undefined) {
          return (
            <td key={name} data-type="sparkline">
              <Sparkline values={points} places={points.length} label={name} noun="buckets" />
            </td>
          );
        }
        const text = type === 'time' ? timeText(row[name], timeZone) : cellText(row[name]);
        const shown = toOneLine(toSafeText(text.slice(0, 500)));
        return (
          <td key={name} data-type={type}>
            <LinkSigns links={linksFor(row, name)} />
            {isLinked ? (
              <button
                type="button"
                title="View the events for this cell"
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

/** Returns the row indexes in the order chosen by a click on a column header. */
function placesOf(rows: readonly Row[], order: Order | undefined): readonly number[] {
  const places = rows.map((_, at) => at);
  return orderRows(places, order, (at, name) => rows[at]?.[name]);
}
