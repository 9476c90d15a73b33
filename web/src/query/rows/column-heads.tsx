import type { DragEvent, KeyboardEvent } from 'react';
import { nextOrder } from '../table/order-rows.ts';
import type { Order, Sort } from '../../data/search-state.ts';
import { ColumnEdge, type DrawnWidth } from './column-edge.tsx';
import { FIELD_DRAG_TYPE } from './field-drag.ts';
import { useRowsHost } from './rows-context.tsx';

/** By what the rows are sorted, and how that is changed. */
export interface Sorting {
  readonly order: Order | undefined;
  readonly sort: Sort;
  readonly setOrder: (order: Order | undefined) => void;
  readonly setSort: (sort: Sort) => void;
}

export interface ColumnHeadsProps {
  readonly columns: readonly string[];
  /** Those whose values are numbers. */
  readonly numbers: readonly string[];
  /** Without it rows stay in the order in which they come. */
  readonly sorting: Sorting | undefined;
  readonly hasDistances: boolean;
  readonly onDraw: (drawn: DrawnWidth | undefined) => void;
}

/**
 * The table header. A click sorts; drag a column to a new position, or move it with Alt and an arrow key; drag its edge
 * to resize it.
 */
export function ColumnHeads(props: ColumnHeadsProps) {
  const { columns, numbers, sorting, hasDistances, onDraw } = props;
  const { setColumns, setColumnWidth } = useRowsHost();
  const move = (name: string, to: number): void => {
    const rest = columns.filter((each) => each !== name);
    const place = Math.min(Math.max(0, to), rest.length);
    setColumns?.(rest.toSpliced(place, 0, name));
  };
  return (
    <div className="sx-heads">
      <span />
      <TimeHead sorting={sorting} />
      {hasDistances && <span className="sx-head-distance">Delta</span>}
      {columns.map((name, place) => (
        <span
          key={name}
          className="sx-head"
          data-number={numbers.includes(name) || undefined}
          onDragOver={(drag) => drag.preventDefault()}
          onDrop={(drag) => dropOn(drag, place, columns, move)}
        >
          <ColumnHead
            name={name}
            place={place}
            columns={columns}
            startsDown={numbers.includes(name) || name === 'level'}
            sorting={sorting}
            move={move}
          />
          {setColumnWidth !== undefined && <ColumnEdge name={name} onDraw={onDraw} />}
        </span>
      ))}
    </div>
  );
}

interface ColumnHeadProps {
  readonly name: string;
  readonly place: number;
  readonly columns: readonly string[];
  readonly startsDown: boolean;
  readonly sorting: Sorting | undefined;
  readonly move: (name: string, to: number) => void;
}

function ColumnHead({ name, place, columns, startsDown, sorting, move }: ColumnHeadProps) {
  const { toggleColumn, setColumns } = useRowsHost();
  const order = sorting?.order?.field === name ? sorting.order : undefined;
  const sorted =
    order === undefined ? '' : order.isDown ? ', sorted descending' : ', sorted ascending';
  return (
    <span
      className="sx-head-part"
      draggable={setColumns !== undefined}
      onDragStart={(drag) => drag.dataTransfer.setData(FIELD_DRAG_TYPE, name)}
    >
      <button
        type="button"
        className="sx-head-name"
        data-sorts={sorting !== undefined || undefined}
        title={`${sorting === undefined ? 'Not sortable. ' : 'Click to sort. '}Drag to move, or press Alt and an arrow key`}
        aria-label={`Column ${name}, ${place + 1} of ${columns.length}${sorted}: press Alt and an arrow key to move`}
        onKeyDown={(press) => moveByKey(press, name, place, move)}
        onClick={() => sorting?.setOrder(nextOrder(sorting.order, name, startsDown))}
      >
        {name}
      </button>
      {order !== undefined && (
        <span aria-hidden="true" className="sx-head-way">
          {order.isDown ? '↓' : '↑'}
        </span>
      )}
      {name !== 'event' && toggleColumn !== undefined && (
        <button
          type="button"
          className="sx-head-remove"
          aria-label={`Remove column ${name}`}
          onClick={() => toggleColumn(name)}
        >
          ×
        </button>
      )}
    </span>
  );
}

/** Returns to time order, or reverses it: the server does that, for all events. */
function TimeHead({ sorting }: { readonly sorting: Sorting | undefined }) {
  if (sorting === undefined) return <span className="sx-head">Time</span>;
  const { order, sort, setOrder, setSort } = sorting;
  const isNewest = sort === 'newest';
  const turn = (): void => {
    if (order === undefined) setSort(isNewest ? 'oldest' : 'newest');
    else setOrder(undefined);
  };
  const first = isNewest ? 'newest first' : 'oldest first';
  return (
    <span className="sx-head">
      <button
        type="button"
        className="sx-head-name"
        data-sorts
        title="Sort by time"
        aria-label={order === undefined ? `Time, ${first}` : 'Sort by time'}
        onClick={turn}
      >
        Time
      </button>
      {order === undefined && (
        <span aria-hidden="true" className="sx-head-way">
          {isNewest ? '↓' : '↑'}
        </span>
      )}
    </span>
  );
}

function dropOn(
  drag: DragEvent,
  place: number,
  columns: readonly string[],
  move: (name: string, to: number) => void,
): void {
  const name = drag.dataTransfer.getData(FIELD_DRAG_TYPE);
  if (name === '') return;
  drag.preventDefault();
  drag.stopPropagation();
  if (columns.indexOf(name) !== place) move(name, place);
}

function moveByKey(
  press: KeyboardEvent,
  name: string,
  place: number,
  move: (name: string, to: number) => void,
): void {
  if (!press.altKey || (press.key !== 'ArrowLeft' && press.key !== 'ArrowRight')) return;
  press.preventDefault();
  move(name, press.key === 'ArrowLeft' ? place - 1 : place + 1);
}
