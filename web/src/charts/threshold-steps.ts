/** The position of a threshold on a chart, and the size of one step. */

/** The part of the page that a chart draws on, and the values at its lower and upper edge. */
export interface Field {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
}

/** Pixels below the upper edge; values outside are placed at the edge. */
export function offsetOf(value: number, { low, high, height }: Field): number {
  const share = high > low ? (value - low) / (high - low) : 0;
  return height * (1 - Math.min(1, Math.max(0, share)));
}

/** The value at a position, rounded as far as the screen can distinguish two values. */
export function valueAt(offset: number, field: Field, isWhole: boolean): number {
  const { low, high, height } = field;
  const share = height > 0 ? 1 - offset / height : 0;
  const value = low + Math.min(1, Math.max(0, share)) * (high - low);
  return roundTo(value, pointerStep(field, isWhole));
}

/** The step of an arrow key: about a hundredth of the visible range. */
export function keyStep({ low, high }: Field, isWhole: boolean): number {
  return roundStep((high - low) / 100, isWhole);
}

function pointerStep({ low, high, height }: Field, isWhole: boolean): number {
  return roundStep((high - low) / Math.max(1, height), isWhole);
}

/** 1, 2 or 5 with zeros, at least the given size. */
function roundStep(size: number, isWhole: boolean): number {
  if (!Number.isFinite(size) || size <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  const step = ([1, 2, 5, 10].find((each) => each * power >= size * 0.999) ?? 10) * power;
  return isWhole ? Math.max(1, Math.round(step)) : step;
}

/** The nearest multiple, without the digits that binary fractions add. */
export function roundTo(value: number, step: number): number {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Number((Math.round(value / step) * step).toFixed(Math.min(12, digits)));
}
