import { type ReactNode, useMemo, useState } from 'react';
import { numberOf, textOf } from '../../../../../src/charts/chart-data.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { labelText } from '../../../../../src/charts/label-text.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { toOneLine, toSafeText } from '../../../parts/log-text.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { sparklinePoints } from '../../../query/table/sparkline-points.ts';
import { orderRows, type SortedBy } from '../logic/order-rows.ts';
import { placeOf } from './bars-panel.tsx';
import { type PanelSurroundings, type Row, rowsOf } from './panel-props.ts';

interface RowsTableProps {
  readonly id: string;
  readonly title: string;
  readonly shown: ShownPanel;
  readonly around: PanelSurroundings;
  /** Columns whose numbers are drawn as bars. */
  readonly cellBars?: readonly string[];
}

const CELL_CHARACTERS_MAX = 500;

/** The rows of an answer, to be sorted by its heads. */
export function RowsTable({ id, title, shown, around, cellBars = [] }: RowsTableProps) {
  const [sorted, setSorted] = useState<SortedBy>();
  const rows = rowsOf(shown);
  const order = useMemo(() => orderRows(rows, sorted), [rows, sorted]);
  const most = useMemo(() => mostOf(rows, cellBars), [rows, cellBars]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section className="db-table-scroller" tabIndex={0} aria-label={title || 'Table'}>
      <table className="db-table">
        <thead>
          <tr>
            {shown.columns.map(({ name, type }) => (
              <Head
                key={name}
                name={name}
                isNumber={type === 'number' || typeof rows[0]?.[name] === 'number'}
                sorted={sorted}
                onSort={setSorted}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((at) => (
            <tr key={at}>
              {shown.columns.map(({ name, type }) => (
                <Cell
                  key={name}
                  text={cellText(rows[at]?.[name], type, around.timeZone)}
                  trend={trendOf(rows[at]?.[name], name)}
                  isNumber={type === 'number' || typeof rows[at]?.[name] === 'number'}
                  share={shareOf(rows[at]?.[name], most.get(name))}
                  {...(around.onPick === undefined
                    ? {}
                    : {
                        onPick: (place) =>
                          around.onPick?.({
                            panel: id,
                            row: at,
                            column: name,
                            words: labelText(textOf(rows[at]?.[name]), 40),
                            at: place,
                          }),
                      })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly name: string;
  readonly isNumber: boolean;
  readonly sorted: SortedBy | undefined;
  readonly onSort: (sorted: SortedBy) => void;
}

function Head({ name, isNumber, sorted, onSort }: HeadProps) {
  const isDown = sorted?.name === name ? sorted.isDown : undefined;
  return (
    <th
      scope="col"
      data-number={isNumber || undefined}
      aria-sort={isDown === undefined ? 'none' : isDown ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        onClick={() => onSort({ name, isDown: isDown === undefined ? isNumber : !isDown })}
      >
        {labelText(name, 60)}
        {isDown === undefined ? '' : isDown ? ' ↓' : ' ↑'}
      </button>
    </th>
  );
}

interface CellProps {
  readonly text: string;
  /** Drawn instead of the text. */
  readonly trend: ReactNode;
  readonly isNumber: boolean;
  /** From 0 to 1; undefined where there is no bar. */
  readonly share: number | undefined;
  readonly onPick?: (place: { readonly x: number; readonly y: number }) => void;
}

function trendOf(value: unknown, name: string): ReactNode {
  const points = sparklinePoints(value);
  if (points === undefined) return undefined;
  return <Sparkline values={points} places={points.length} label={name} noun="buckets" />;
}

function Cell({ text, trend, isNumber, share, onPick }: CellProps) {
  const shown = trend ?? (text === '' ? '–' : text);
  return (
    <td data-number={isNumber || undefined}>
      {share !== undefined && (
        <span className="db-cell-bar" style={{ width: `${share * 100}%` }} aria-hidden="true" />
      )}
      {onPick === undefined ? (
        <span className="db-cell">{shown}</span>
      ) : (
        <button type="button" className="db-cell" onClick={(event) => onPick(placeOf(event))}>
          {shown}
        </button>
      )}
    </td>
  );
}

function cellText(value: unknown, type: string, timeZone: string): string {
  if (type === 'time') {
    const ms = Date.parse(textOf(value));
    if (Number.isFinite(ms)) return formatInstant(ms, timeZone, 'seconds');
  }
  if (typeof value === 'number') {
    const digits = Number.isInteger(value) ? {} : { maximumSignificantDigits: 6 };
    return value.toLocaleString('en-US', digits);
  }
  return toOneLine(toSafeText(textOf(value).slice(0, CELL_CHARACTERS_MAX)));
}

function mostOf(rows: readonly Row[], columns: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    columns.map((name) => [
      name,
      rows.reduce((high, row) => Math.max(high, Math.abs(numberOf(row[name]) ?? 0)), 0),
    ]),
  );
}

function shareOf(value: unknown, most: number | undefined): number | undefined {
  const number = numberOf(value);
  if (most === undefined || number === null) return undefined;
  return most === 0 ? 0 : Math.abs(number) / most;
}
