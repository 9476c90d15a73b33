/** Ranges of time as people write, read and paste them. */
import { formatInstant, type Instants } from '../../../../src/charts/clock.ts';
// Not by its index: a page that shows a range has no use for the rest of the language.
import { parseTime } from '../../../../src/language/time/parse-time.ts';
import { resolveTime, type TimeContext } from '../../../../src/language/time/resolve-time.ts';

/** Both ends as texts that the API reads: `-1h@h`, `now`, ISO times. */
export interface TimeRange {
  readonly earliest: string;
  readonly latest: string;
}

export const PRESETS: readonly (TimeRange & { readonly label: string })[] = [
  { label: 'Last 5 minutes', earliest: '-5m', latest: 'now' },
  { label: 'Last 15 minutes', earliest: '-15m', latest: 'now' },
  { label: 'Last hour', earliest: '-1h', latest: 'now' },
  { label: 'Last 4 hours', earliest: '-4h', latest: 'now' },
  { label: 'Last 24 hours', earliest: '-24h', latest: 'now' },
  { label: 'Last 7 days', earliest: '-7d', latest: 'now' },
  { label: 'Last 30 days', earliest: '-30d', latest: 'now' },
  { label: 'Today', earliest: '@d', latest: 'now' },
  { label: 'Yesterday', earliest: '-1d@d', latest: '@d' },
  { label: 'This week', earliest: '@w1', latest: 'now' },
  { label: 'This hour', earliest: '@h', latest: 'now' },
  { label: 'Previous hour', earliest: '-1h@h', latest: '@h' },
];

export function rangeProblem(range: TimeRange, context: TimeContext): string | undefined {
  const from = resolveTime(range.earliest, context);
  if (from.kind === 'problem') return from.message;
  const to = resolveTime(range.latest, context);
  if (to.kind === 'problem') return to.message;
  return from.ms >= to.ms ? 'The end is before the start.' : undefined;
}

/** Undefined when an end cannot be read. */
export function instantsOf(range: TimeRange, context: TimeContext): Instants | undefined {
  const from = resolveTime(range.earliest, context);
  const to = resolveTime(range.latest, context);
  if (from.kind === 'problem' || to.kind === 'problem') return undefined;
  return { from: from.ms, to: to.ms };
}

export function toRange({ from, to }: Instants): TimeRange {
  return { earliest: new Date(from).toISOString(), latest: new Date(to).toISOString() };
}

/** Doubles the range around its centre; an end in the future becomes `now`. */
export function zoomOut({ from, to }: Instants, now: number): TimeRange {
  const half = Math.max((to - from) / 2, 500);
  const end = to + half;
  const start = Math.max(from - half - Math.max(0, end - now), 0);
  const latest = end >= now ? 'now' : new Date(end).toISOString();
  return { earliest: new Date(start).toISOString(), latest };
}

/** Texts mean the clock of a zone, the organization's; they may be shown on another one. */
export function labelOf(range: TimeRange, timeZone: string, shownZone = timeZone): string {
  const preset = PRESETS.find(
    (each) => each.earliest === range.earliest && each.latest === range.latest,
  );
  if (preset !== undefined) return preset.label;
  const last = /^-(\d+)(s|m|h|d|w|mon|y)$/.exec(range.earliest);
  if (last !== null && range.latest === 'now') {
    const unit = UNITS[last[2] ?? 's'] ?? '';
    return last[1] === '1' ? `Last ${unit}` : `Last ${last[1]} ${unit}s`;
  }
  const from = readableTime(range.earliest, timeZone, shownZone);
  const to = readableTime(range.latest, timeZone, shownZone);
  const sameDay = from.slice(0, 11) === to.slice(0, 11) && /^\d{4}-\d{2}-\d{2} /.test(from);
  return `${from} – ${sameDay ? to.slice(11) : to}`;
}

const UNITS: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mon: 'month',
  y: 'year',
};

/** Shows a fixed time in the display time zone; a relative time as written. */
export function readableTime(text: string, timeZone: string, shownZone = timeZone): string {
  const time = parseTime(text);
  if (time.kind === 'problem' || time.kind === 'relative') return text;
  const instant = resolveTime(text, { now: 0, timeZone });
  return instant.kind === 'problem' ? text : formatInstant(instant.ms, shownZone, 'seconds');
}

/** Fixed times as they were typed, on the clock that is shown, get their zone: so they mean the same to everybody. */
export function withZone({ earliest, latest }: TimeRange, shownZone: string): TimeRange {
  const fixed = (text: string): string => {
    if (!/^\d/.test(text)) return text;
    const instant = resolveTime(text, { now: 0, timeZone: shownZone });
    return instant.kind === 'problem' ? text : new Date(instant.ms).toISOString();
  };
  return { earliest: fixed(earliest), latest: fixed(latest) };
}
