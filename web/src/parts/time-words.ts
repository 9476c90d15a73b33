/** Formats times and durations. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Pages update their clock only periodically, so a recent event may be ahead of it, in seconds. */
const CLOCK_BEHIND = 20;

/** “3 minutes ago”, “in 2 days”; seconds are too restless to be named. */
export function relativeTime(moment: number, now: number): string {
  const seconds = Math.round((moment - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return seconds > CLOCK_BEHIND ? 'in a moment' : 'just now';
  if (size < 45 * MINUTE) return sided(seconds, Math.round(size / MINUTE), 'minute');
  if (size < 22 * HOUR) return sided(seconds, Math.round(size / HOUR), 'hour');
  if (size < 320 * DAY) return sided(seconds, Math.round(size / DAY), 'day');
  return sided(seconds, Math.max(1, Math.round(size / (365 * DAY))), 'year');
}

function sided(seconds: number, count: number, unit: string): string {
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return seconds > 0 ? `in ${words}` : `${words} ago`;
}
