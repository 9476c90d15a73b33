import type { AlertSilenceSettings } from '../../../contract/alert-silences.ts';
import { openDay, openZone, toLocal, type Zone } from '../../../language/index.ts';
import { WEEKDAYS } from '../../../spec/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';

type Times = AlertSilenceSettings['times'];
type Weekly = Extract<Times, { kind: 'weekly' }>;

/** Half open, in milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Returns the stretch of a silence that contains an instant. */
export function stretchAt(times: Times, at: number): Stretch | undefined {
  const stretches =
    times.kind === 'range'
      ? [{ from: Date.parse(times.from), to: Date.parse(times.to) }]
      : weeklyAround(times, at);
  return stretches.find(({ from, to }) => from <= at && at < to);
}

/**
 * A stretch ends on the next day at the latest; if the clock is set back over midnight, tomorrow's stretch may already
 * apply.
 */
function weeklyAround(times: Weekly, at: number): Stretch[] {
  // What the organization chose was known to the runtime then.
  const zone = openZone(times.timeZone) ?? openZone('UTC');
  if (zone === undefined) return [];
  const today = Math.floor(toLocal(zone, at) / DAY_MS) * DAY_MS;
  return [-1, 0, 1].flatMap((ahead) => {
    const day = today + ahead * DAY_MS;
    const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
    return weekday !== undefined && times.days.includes(weekday) ? [onDay(times, zone, day)] : [];
  });
}

/** From the first instant of the start, or the next where the clock skips it, to the last instant of the end. */
function onDay({ start, end }: Weekly, zone: Zone, day: number): Stretch {
  const endDay = end > start ? day : day + DAY_MS;
  const endsAt = endDay + timeOf(end);
  const ending = openDay(zone, endDay);
  return {
    from: openDay(zone, day).firstTime(day + timeOf(start)),
    to: ending.secondTime(endsAt) ?? ending.firstTime(endsAt),
  };
}

function timeOf(text: string): number {
  const [hours, minutes] = text.split(':');
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
}
