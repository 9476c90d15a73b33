/** One stop for the Tab key in a list of rows; from there the arrows lead from row to row. */
import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const STOP = '.sx-open';
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Which of the rows in sight is the stop, and what their list listens to. */
export function useRovingRows(
  events: readonly { readonly id: string }[],
  items: readonly { readonly index: number }[],
  openId: string | undefined,
) {
  const ids = items.map(({ index }) => events[index]?.id);
  const [focusId, setFocusId] = useState<string>();
  const onFocus = (focus: FocusEvent<HTMLElement>): void =>
    setFocusId((before) => rowOfFocus(focus) ?? before);
  return {
    stop: stopAmong(ids, focusId, openId),
    keys: { onKeyDown: stepThroughRows, onFocus },
  };
}

/** Moves the focus to the previous or next row. Rows just out of view are also rendered. */
function stepThroughRows(press: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[press.key];
  if (step === undefined || !(press.target instanceof HTMLElement)) return;
  if (!press.target.matches(STOP)) return;
  const stops = [...press.currentTarget.querySelectorAll<HTMLElement>(STOP)];
  const next = stops[stops.indexOf(press.target) + step];
  // Otherwise the list would scroll as well, by something else than a row.
  press.preventDefault();
  next?.focus();
}

/** The id of the event whose row has got the focus. */
function rowOfFocus({ target }: FocusEvent<HTMLElement>): string | undefined {
  if (!target.matches(STOP)) return undefined;
  return target.closest<HTMLElement>('[data-event]')?.dataset['event'];
}

/** The row that Tab leads to: the last one that had the focus while it is there, else the first. */
export function stopAmong(
  ids: readonly (string | undefined)[],
  ...wanted: readonly (string | undefined)[]
): string | undefined {
  return wanted.find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
}
