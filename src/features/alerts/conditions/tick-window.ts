/** Which events a tick is about. */
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { SearchBounds } from '../../../flow/search/index.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';

type Times = Pick<AlertRuleSettings, 'window' | 'delay' | 'basis' | 'lateMax'>;

/** Half open, in milliseconds since 1970: of when events were stored, or of their own time where the basis says so. */
export interface TickWindow {
  readonly from: number;
  readonly to: number;
}

export function windowOf({ window, delay }: Times, tickAt: number): TickWindow {
  const to = tickAt - delay * SECOND_MS;
  return { from: to - window * SECOND_MS, to };
}

/** Everything that was stored before this instant must be visible when the tick is measured. */
export function frontierFor({ basis, delay }: Times, tickAt: number): number {
  // By their own time, events have until the tick to be stored.
  return basis === 'event' ? tickAt : tickAt - delay * SECOND_MS;
}

/** By how much the clocks of senders may be ahead. */
const AHEAD_MS_MAX = DAY_MS;

export interface WindowBounds extends SearchBounds {
  readonly stored: NonNullable<SearchBounds['stored']>;
}

/** The events of a window, as a search is told. */
export function boundsOf(times: Times, { from, to }: TickWindow, tickAt: number): WindowBounds {
  if (times.basis === 'event') {
    const stored = { from: from - AHEAD_MS_MAX, to: frontierFor(times, tickAt) };
    return { from, to, stored };
  }
  return arrivalBounds(times, { from, to });
}

/** The events that were stored in a stretch of time, unless they were too old by then. */
export function arrivalBounds(
  { lateMax }: Pick<Times, 'lateMax'>,
  { from, to }: TickWindow,
): WindowBounds & { readonly arrival: NonNullable<SearchBounds['arrival']> } {
  const lateMsMax = lateMax * SECOND_MS;
  return {
    from: from - lateMsMax,
    to: to + AHEAD_MS_MAX,
    stored: { from, to },
    arrival: { lateMsMax, aheadMsMax: AHEAD_MS_MAX },
  };
}
