/** When a report is due. Pure. */
import type { Report } from '../../../contract/dashboard-reports.ts';
import { type Cron, nextAfter, parseCron, type Zone } from '../../../language/index.ts';
import { WEEKDAYS } from '../../../spec/dashboards.ts';

/** The first time after an instant. A time that a changed clock skips moves on, a doubled one counts once. */
export function nextReport(schedule: Report['schedule'], zone: Zone, after: number): number {
  return nextAfter(cronOf(schedule), zone, after);
}

function cronOf({ every, at, weekday = 'monday', day = 1 }: Report['schedule']): Cron {
  const [hour, minute] = at.split(':').map(Number);
  const time = `${minute ?? 0} ${hour ?? 0}`;
  const days = {
    daily: '* * *',
    weekly: `* * ${WEEKDAYS.indexOf(weekday) + 1}`,
    monthly: `${day} * *`,
  }[every];
  const cron = parseCron(`${time} ${days}`);
  if (cron.kind === 'problem') throw new Error(`no schedule: ${cron.message}`);
  return cron;
}
