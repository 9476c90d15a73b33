/** A value that matters, as a line across a chart. It is moved by pointer or keys. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { valueText } from '../../../src/charts/value-text.ts';
import { type Field, keyStep, offsetOf, roundTo, valueAt } from './threshold-steps.ts';

export interface ChartThreshold {
  readonly value: number;
  /** What it is, e.g. “Threshold”. */
  readonly label: string;
  /** Counts have nothing between two whole numbers. */
  readonly isWhole?: boolean;
  /** Undefined if the threshold is read-only. */
  readonly onChange?: (value: number) => void;
}

interface ThresholdLineProps {
  readonly threshold: ChartThreshold;
  readonly field: Field;
  readonly unit: string | undefined;
  /** Reports whether the line is held, so that the chart does not change. */
  readonly onHold: (isHeld: boolean) => void;
}

export function ThresholdLine({ threshold, field, unit, onHold }: ThresholdLineProps) {
  const { value, label, isWhole = false, onChange } = threshold;
  const grip = useRef(0);
  const text = valueText(value, unit === undefined ? {} : { unit });
  const place = {
    left: field.left,
    width: field.width,
    top: field.top + offsetOf(value, field),
  };
  if (onChange === undefined) {
    return (
      <div className="sx-threshold" style={place}>
        <span className="sx-threshold-value">
          <span className="xp-hidden">{label}: </span>
          {text}
        </span>
      </div>
    );
  }
  const grab = (press: PointerEvent<HTMLDivElement>): void => {
    press.preventDefault();
    press.currentTarget.focus();
    press.currentTarget.setPointerCapture(press.pointerId);
    grip.current = press.clientY - offsetOf(value, field);
    onHold(true);
  };
  const move = (press: PointerEvent<HTMLDivElement>): void => {
    if (!press.currentTarget.hasPointerCapture(press.pointerId)) return;
    const next = valueAt(press.clientY - grip.current, field, isWhole);
    if (next !== value) onChange(next);
  };
  const turn = (press: KeyboardEvent): void => {
    const next = valueAfter(press, value, field, isWhole);
    if (next === undefined) return;
    press.preventDefault();
    onChange(next);
  };
  return (
    <div
      className="sx-threshold"
      data-movable
      style={place}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a field for a range cannot be a line across a chart
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={Math.min(field.low, value)}
      aria-valuemax={Math.max(field.high, value)}
      aria-valuenow={value}
      aria-valuetext={text}
      onPointerDown={grab}
      onPointerMove={move}
      onLostPointerCapture={() => onHold(false)}
      onKeyDown={turn}
    >
      <span className="sx-threshold-value">{text}</span>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

function valueAfter(
  { key }: KeyboardEvent,
  value: number,
  field: Field,
  isWhole: boolean,
): number | undefined {
  if (key === 'Home') return field.low;
  if (key === 'End') return valueAt(0, field, isWhole);
  const steps = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  if (steps === undefined) return undefined;
  const step = keyStep(field, isWhole);
  return roundTo(value + steps * step, step);
}
