import type { History } from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';
import { dayOf } from './minutes/tally.ts';
import type { StatusView } from './status-view.ts';

const MINUTES_PER_DAY = 1_440;
/** Other places can still report minutes of the day before yesterday. */
const DAYS_THAT_CHANGE = 3;
/** A day longer than lines are compared. */
const LINES_MS = 8 * DAY_MS;

/** Stores the sums of the last days and removes old data. */
export function tidyHistory(history: History, { components }: StatusView, now: number): void {
  for (const { id, days } of components) {
    for (const day of days.slice(-DAYS_THAT_CHANGE)) history.setDay({ component: id, ...day });
  }
  const { minuteDaysMax, sumDaysMax, incidentMsMax, subscribeMsMax } = LIMITS.status;
  const minute = Math.floor(now / MINUTE_MS);
  history.forget({
    minute: minute - minuteDaysMax * MINUTES_PER_DAY,
    day: dayOf(minute - sumDaysMax * MINUTES_PER_DAY),
    lineAt: now - LINES_MS,
    incidentClosedAt: now - incidentMsMax,
    unconfirmedAt: now - subscribeMsMax,
  });
}
