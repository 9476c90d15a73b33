/** When an export runs. Pure. */
import { invalid } from '../../../base/errors.ts';
import type { ExportSchedule } from '../../../contract/export-settings.ts';
import { nextAfter, parseCron, type Zone } from '../../../language/index.ts';
import type { ExportMode } from '../../../spec/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';

/** The first of its times after an instant. */
export function nextTime(schedule: ExportSchedule, zone: Zone, after: number): number {
  if ('every' in schedule) {
    const everyMs = readEvery(schedule.every);
    return (Math.floor(after / everyMs) + 1) * everyMs;
  }
  const cron = parseCron(schedule.cron);
  if (cron.kind === 'problem') throw new Error(`no schedule: ${cron.message}`);
  return nextAfter(cron, zone, after);
}

/**
 * Start time of the run for a scheduled time. An archive waits until everything stored before its time can be found, so
 * that its window ends at that time; a report starts immediately.
 */
export function dueOf(mode: ExportMode, time: number): number {
  return mode === 'archive' ? time + LIMITS.exports.safeMs : time;
}

export function checkSchedule(schedule: ExportSchedule): void {
  if ('every' in schedule) {
    const everyMs = readEvery(schedule.every);
    const { everyMsMin, everyMsMax } = LIMITS.exports;
    if (everyMs < everyMsMin || everyMs > everyMsMax) {
      const [min, max] = [everyMsMin / MINUTE_MS, everyMsMax / HOUR_MS];
      throw invalid('schedule.every', `Must be between ${min}m and ${max}h.`);
    }
    return;
  }
  const cron = parseCron(schedule.cron);
  if (cron.kind === 'problem') throw invalid('schedule.cron', cron.message);
  if (isTooOften(cron.minutes, cron.hours.length > 1)) {
    const minutes = LIMITS.exports.everyMsMin / MINUTE_MS;
    throw invalid('schedule.cron', `Runs must be at least ${minutes} minutes apart.`);
  }
}

/** Whether two of the minutes are too close, also across the end of an hour. */
function isTooOften(minutes: readonly number[], hasFurtherHours: boolean): boolean {
  const [first = 0] = minutes;
  const all = hasFurtherHours ? [...minutes, first + MINUTES_OF_HOUR] : minutes;
  const least = LIMITS.exports.everyMsMin / MINUTE_MS;
  return all.some((minute, i) => i > 0 && minute - (all[i - 1] ?? 0) < least);
}

const MINUTES_OF_HOUR = HOUR_MS / MINUTE_MS;

function readEvery(text: string): number {
  const count = Number(text.slice(0, -1));
  return count * (text.endsWith('h') ? HOUR_MS : MINUTE_MS);
}
