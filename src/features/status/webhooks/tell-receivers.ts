import { isoTime } from '../../../base/clock.ts';
import { randomBase62 } from '../../../base/ids.ts';
import type { History } from '../../../engines/history/history.ts';
import type { StatusEvent } from './status-event.ts';

/** Puts one call for each receiver into the queue. */
export function tellReceivers(
  history: History,
  urls: readonly string[],
  now: number,
  { type, data }: StatusEvent,
): void {
  const body = JSON.stringify({ type, timestamp: isoTime(now), data });
  const calls = urls.map((url) => {
    return { id: `msg_${randomBase62(22)}`, url, body, madeAt: now, attempts: 0, dueAt: now };
  });
  if (calls.length > 0) history.addCalls(calls);
}
