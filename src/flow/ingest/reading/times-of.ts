import type { LogRecord } from '../../../base/record.ts';

/** Oldest and newest: the store finds events by their time. */
export function timesOf(records: readonly LogRecord[]): {
  readonly from: number;
  readonly to: number;
} {
  let from = Infinity;
  let to = -Infinity;
  for (const { timestamp } of records) {
    if (timestamp < from) from = timestamp;
    if (timestamp > to) to = timestamp;
  }
  return { from, to };
}
