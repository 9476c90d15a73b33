import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { clampWidth, WIDTH_MAX, WIDTH_MIN } from './column-widths.ts';
import { useRowsHost } from './rows-context.tsx';

export interface DrawnWidth {
  readonly name: string;
  readonly pixels: number;
}

interface ColumnEdgeProps {
  readonly name: string;
  /** Called during the drag; undefined once the width is stored. */
  readonly onDraw: (drawn: DrawnWidth | undefined) => void;
}

const STEP = 16;

/** The edge of a column: drag it, or use the arrow keys; a double click or Home lets it fit again. */
export function ColumnEdge({ name, onDraw }: ColumnEdgeProps) {
  const { columnWidths = {}, setColumnWidth } = useRowsHost();
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const width = Object.hasOwn(columnWidths, name) ? columnWidths[name] : undefined;
  const widthAt = (x: number): number => {
    const { x: from, width: before } = start.current ?? { x, width: WIDTH_MIN };
    return clampWidth(before + x - from);
  };
  const grab = (press: PointerEvent<HTMLElement>): void => {
    if (press.button !== 0) return;
    press.currentTarget.setPointerCapture(press.pointerId);
    start.current = { x: press.clientX, width: widthOf(press.currentTarget) };
  };
  const drop = (at: PointerEvent): void => {
    if (start.current === undefined) return;
    const isMoved = at.clientX !== start.current.x;
    const pixels = widthAt(at.clientX);
    start.current = undefined;
    onDraw(undefined);
    if (isMoved) setColumnWidth?.(name, pixels);
  };
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule between paragraphs cannot be moved
      role="separator"
      className="sx-head-edge"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of column ${name}`}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      aria-valuenow={width ?? WIDTH_MIN}
      aria-valuetext={width === undefined ? 'auto' : `${width} pixels`}
      title="Drag to resize. Double-click to fit"
      onPointerDown={grab}
      onPointerMove={(at) => {
        if (start.current !== undefined) onDraw({ name, pixels: widthAt(at.clientX) });
      }}
      onPointerUp={drop}
      onPointerCancel={() => {
        start.current = undefined;
        onDraw(undefined);
      }}
      onDoubleClick={() => setColumnWidth?.(name, undefined)}
      onKeyDown={(press) => drawByKey(press, name, setColumnWidth)}
    />
  );
}

function drawByKey(
  press: KeyboardEvent<HTMLElement>,
  name: string,
  setColumnWidth: ((name: string, pixels: number | undefined) => void) | undefined,
): void {
  const by = { ArrowLeft: -STEP, ArrowRight: STEP }[press.key];
  if (by === undefined && press.key !== 'Home') return;
  press.preventDefault();
  const far = press.shiftKey ? 4 : 1;
  setColumnWidth?.(name, by === undefined ? undefined : widthOf(press.currentTarget) + by * far);
}

/** Current width on screen. */
function widthOf(edge: HTMLElement): number {
  return edge.parentElement?.getBoundingClientRect().width ?? WIDTH_MIN;
}
