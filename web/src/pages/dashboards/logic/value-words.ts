/** A number of a panel: how it is, and how it was before. */
import { valueText } from '../../../../../src/charts/value-text.ts';
import type { THRESHOLD_STATES } from '../../../../../src/spec/dashboards.ts';

type State = (typeof THRESHOLD_STATES)[number];

/** The state of the highest limit that is reached; undefined below all of them. */
export function stateOf(
  value: number | null,
  thresholds: readonly { readonly from: number; readonly state: State }[],
): State | undefined {
  if (value === null) return undefined;
  return thresholds
    .filter(({ from }) => value >= from)
    .toSorted((left, right) => left.from - right.from)
    .at(-1)?.state;
}

export interface Change {
  /** `+12 %`; undefined if a share of the previous value is meaningless. */
  readonly text: string | undefined;
  readonly direction: 'up' | 'down' | 'same';
  /** Undefined if it is not set which direction is better. */
  readonly isBetter: boolean | undefined;
}

/** Above this, the previous value is more informative. */
const SHARE_MAX = 1_000;

/** Undefined where there is nothing to compare with. */
export function changeOf(
  value: number | null,
  before: number | null | undefined,
  better: 'lower' | 'higher' | null,
): Change | undefined {
  if (value === null || before === null || before === undefined) return undefined;
  if (value === before) return { text: 'unchanged', direction: 'same', isBetter: undefined };
  const direction = value > before ? 'up' : 'down';
  const isBetter = better === null ? undefined : (better === 'higher') === (direction === 'up');
  const share = Math.abs((value - before) / before) * 100;
  if (!(share < SHARE_MAX)) return { text: undefined, direction, isBetter };
  const text = `${direction === 'up' ? '+' : '−'}${valueText(share, { unit: '%' })}`;
  return { text, direction, isBetter };
}
