/** The lower edge of something whose height people choose: by dragging, or with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface ResizeHandleProps {
  readonly label: string;
  readonly height: number;
  readonly min: number;
  readonly max: number;
  /** What a double-click goes back to. */
  readonly usual: number;
  readonly onChange: (height: number) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -8,
  ArrowDown: 8,
  PageUp: -40,
  PageDown: 40,
};

export function ResizeHandle(props: ResizeHandleProps) {
  const { label, height, min, max, usual, onChange } = props;
  const grip = useRef(0);
  const choose = (wanted: number): void => {
    const next = Math.round(Math.min(max, Math.max(min, wanted)));
    if (next !== height) onChange(next);
  };
  const grab = (press: PointerEvent<HTMLDivElement>): void => {
    press.preventDefault();
    press.currentTarget.focus();
    press.currentTarget.setPointerCapture(press.pointerId);
    grip.current = press.clientY - height;
  };
  const move = (press: PointerEvent<HTMLDivElement>): void => {
    if (!press.currentTarget.hasPointerCapture(press.pointerId)) return;
    choose(press.clientY - grip.current);
  };
  const turn = (press: KeyboardEvent): void => {
    const wanted = heightByKey(press.key, height, min, max);
    if (wanted === undefined) return;
    press.preventDefault();
    choose(wanted);
  };
  return (
    <div
      className="sx-resize"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a field for a range cannot be an edge
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={height}
      aria-valuetext={`${height} pixels`}
      title="Drag to resize. Double-click to reset"
      onPointerDown={grab}
      onPointerMove={move}
      onDoubleClick={() => choose(usual)}
      onKeyDown={turn}
    />
  );
}

function heightByKey(key: string, height: number, min: number, max: number): number | undefined {
  if (key === 'Home') return min;
  if (key === 'End') return max;
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  return step === undefined ? undefined : height + step;
}
