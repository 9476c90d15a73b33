/** The time between events: how long after the one before each happened, and where nothing did for long. */
import type { LogEvent } from './log-event.ts';

export interface Distance {
  readonly ms: number;
  /** Much longer than is usual between these events. */
  readonly isGap: boolean;
}

/** This many times the usual distance counts as a gap. */
const GAP_TIMES = 10;
const GAP_MS_MIN = 1_000;

/** By id. The first event of all has none before it. */
export function distancesOf(events: readonly LogEvent[]): ReadonlyMap<string, Distance> {
  const ordered = events.toSorted((left, right) => left.timeMs - right.timeMs);
  const apart = ordered.slice(1).map(({ id, timeMs }, at) => ({
    id,
    ms: timeMs - (ordered[at]?.timeMs ?? timeMs),
  }));
  const sorted = apart.map(({ ms }) => ms).toSorted((left, right) => left - right);
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const gapMs = Math.max(GAP_MS_MIN, usual * GAP_TIMES);
  return new Map(apart.map(({ id, ms }) => [id, { ms, isGap: ms >= gapMs }]));
}

export interface Course {
  readonly spanMs: number;
  readonly gaps: number;
  /** The event after the longest gap. */
  readonly longest: { readonly id: string; readonly ms: number } | undefined;
}

export function courseOf(
  events: readonly LogEvent[],
  distances: ReadonlyMap<string, Distance>,
): Course {
  const times = events.map(({ timeMs }) => timeMs);
  const gaps = [...distances].filter(([, { isGap }]) => isGap);
  const [longest] = gaps.toSorted(([, left], [, right]) => right.ms - left.ms);
  const ends = times.reduce(
    ({ from, to }, ms) => ({ from: Math.min(from, ms), to: Math.max(to, ms) }),
    { from: Infinity, to: -Infinity },
  );
  return {
    spanMs: times.length === 0 ? 0 : ends.to - ends.from,
    gaps: gaps.length,
    longest: longest === undefined ? undefined : { id: longest[0], ms: longest[1].ms },
  };
}

const UNITS = [
  { ms: 86_400_000, sign: 'd' },
  { ms: 3_600_000, sign: 'h' },
  { ms: 60_000, sign: 'm' },
  { ms: 1_000, sign: 's' },
] as const;

/** `12 ms`, `1.24 s`, `3 m 20 s`, `2 d 4 h`. */
export function spanText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.floor(ms / 10) / 100} s`;
  const at = UNITS.findIndex((unit) => ms >= unit.ms);
  const [large, small] = UNITS.slice(at, at + 2);
  if (large === undefined || small === undefined) return `${Math.floor(ms / 1_000)} s`;
  const rest = Math.floor((ms % large.ms) / small.ms);
  const whole = `${Math.floor(ms / large.ms)} ${large.sign}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small.sign}`;
}
