/** Derives the interval and window of a rule from a cron schedule and a time range, as far as rules support them. */
import { nextAfter, openZone, parseCron, parseTime } from '../../src/language/index.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/spec/units.ts';

export interface AlertSchedule {
  readonly interval: number;
  readonly window: number;
  readonly delay: number;
  /** What differs. */
  readonly remarks: readonly string[];
}

const { intervalSecondsMin, intervalSecondsMax, windowSecondsMax, delaySecondsMax } = LIMITS.alerts;
const DAY_SECONDS = DAY_MS / SECOND_MS;
/** A Monday. Schedules are evaluated over six weeks from here. */
const FROM = Date.UTC(2026, 0, 5);
const LOOKED_AT_MS = 42 * DAY_MS;
const RUNS_MAX = 200;

export function scheduleOf(
  cron: string,
  earliest: string | undefined,
  latest: string | undefined,
): AlertSchedule {
  const remarks: string[] = [];
  const interval = intervalOf(cron, remarks);
  const from = secondsBefore(earliest, remarks);
  const to = latest === undefined ? 0 : (secondsBefore(latest, remarks) ?? 0);
  const wanted = from === undefined || from <= to ? undefined : from - to;
  if (wanted === undefined) {
    remarks.push(`The time range has no start. The window of the rule is ${windowSecondsMax} s.`);
  } else if (wanted > windowSecondsMax) {
    remarks.push(
      `The time range exceeds the maximum window. The window of the rule is ${windowSecondsMax} s.`,
    );
  } else if (wanted < interval) {
    remarks.push(
      `The search covered ${wanted} s every ${interval} s. The window of a rule must be at least its interval.`,
    );
  }
  const window = Math.max(interval, Math.min(wanted ?? windowSecondsMax, windowSecondsMax));
  if (to > delaySecondsMax) {
    remarks.push(
      `The time range ended ${to} s ago. The maximum evaluation delay of a rule is ${delaySecondsMax} s.`,
    );
  }
  return { interval, window, delay: Math.max(0, Math.min(to, delaySecondsMax)), remarks };
}

function intervalOf(text: string, remarks: string[]): number {
  const cron = parseCron(text.trim());
  const zone = openZone('UTC');
  if (cron.kind === 'problem' || zone === undefined) {
    const why = cron.kind === 'problem' ? ` ${cron.message}` : '';
    remarks.push(`Invalid schedule \`${text}\`.${why} The rule is checked every hour.`);
    return HOUR_MS / SECOND_MS;
  }
  const gaps: number[] = [];
  let at = nextAfter(cron, zone, FROM);
  while (gaps.length < RUNS_MAX && at < FROM + LOOKED_AT_MS) {
    const next = nextAfter(cron, zone, at);
    gaps.push((next - at) / SECOND_MS);
    at = next;
  }
  const least = gaps.length === 0 ? intervalSecondsMax : Math.min(...gaps);
  const interval = Math.max(intervalSecondsMin, Math.min(least, intervalSecondsMax));
  const isEven = gaps.every((gap) => gap === least);
  if (least > intervalSecondsMax || !isEven) {
    remarks.push(
      `Rules don’t support calendar schedules. Instead of \`${text}\`, the rule is checked every ${interval} s.`,
    );
  } else if (interval === DAY_SECONDS) {
    remarks.push(
      `Rules don’t support a time of day. Instead of \`${text}\`, the rule is checked every ${interval} s.`,
    );
  }
  return interval;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  d: DAY_SECONDS,
  w: 7 * DAY_SECONDS,
  mon: 30 * DAY_SECONDS,
  q: 91 * DAY_SECONDS,
  y: 365 * DAY_SECONDS,
};

/** How long before now a time is; undefined where it has no length. */
function secondsBefore(written: string | undefined, remarks: string[]): number | undefined {
  if (written === undefined) return undefined;
  const text = written.trim();
  if (text === '' || /^0+$/.test(text)) return undefined;
  const isRealtime = text.startsWith('rt');
  if (isRealtime) remarks.push(`Rules don’t run in real time. \`${text}\` is now a window.`);
  const plain = isRealtime ? text.slice(2) : text;
  const time = parseTime(plain === '' ? 'now' : plain);
  if (time.kind !== 'relative') return undefined;
  let seconds = 0;
  for (const step of time.steps) {
    const length = UNIT_SECONDS[step.unit] ?? 0;
    if (step.kind === 'offset') seconds -= step.amount * length;
    else if (length > 60) {
      remarks.push(`Windows aren’t aligned: \`@${step.unit}\` in \`${text}\` is ignored.`);
      // `@d` alone is the day so far, which a whole day covers.
      if (time.steps.length === 1) seconds += length;
    }
  }
  return seconds;
}
