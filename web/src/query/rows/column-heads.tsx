import type { DragEvent, KeyboardEvent } from 'react';
import { useRowsHost } from './rows-context.tsx';

/** What is dragged from the field rail onto the list, or within the heads. */
export const FIELD_DRAG_TYPE = 'application/x-xplain-field';

/** The heads of the table: drag one to its new place, or move it with Alt and an arrow key. */
export function ColumnHeads({ columns }: { readonly columns: readonly string[] }) {
  const { toggleColumn, setColumns } = useRowsHost();
  const move = (name: string, to: number): void => {
    const rest = columns.filter((each) => each !== name);
    const place = Math.min(Math.max(0, to), rest.length);
    setColumns?.(rest.toSpliced(place, 0, name));
  };
  return (
    <div className="sx-heads">
      <span />
      <span className="sx-head">Time</span>
      {columns.map((name, place) => (
        <span
          key={name}
          className="sx-head"
          draggable={setColumns !== undefined}
          onDragStart={(drag) => drag.dataTransfer.setData(FIELD_DRAG_TYPE, name)}
          onDragOver={(drag) => drag.preventDefault()}
          onDrop={(drag) => dropOn(drag, place, columns, move)}
        >
          <button
            type="button"
            className="sx-head-name"
            title="Drag to move, or Alt and an arrow key"
            aria-label={`Column ${name}, ${place + 1} of ${columns.length}: Alt and an arrow key move it`}
            onKeyDown={(press) => moveByKey(press, name, place, move)}
          >
            {name}
          </button>
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
      ))}
    </div>
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
