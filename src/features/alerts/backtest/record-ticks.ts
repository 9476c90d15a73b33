/** Takes a rule through ticks as settling would, and notes what would have happened. */
import { isoTime } from '../../../base/clock.ts';
import type { AlertTest } from '../../../contract/alert-tests.ts';
import type { SettledCondition } from '../../../contract/alert-conditions.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { isOfFew } from '../conditions/groups.ts';
import type { GroupKey, Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { advance, type GroupState } from '../states/advance.ts';

export interface TickRecord {
  /** Hashes of the groups that are not normal. */
  readonly known: () => ReadonlySet<string>;
  readonly add: (at: number, measurement: Measurement) => void;
  readonly result: () => Pick<AlertTest, 'ticks' | 'series' | 'firings' | 'messages'>;
}

interface Firing {
  readonly hash: string;
  readonly group: GroupKey;
  readonly from: number;
  to: number | null;
  peak: number | null;
}

/** More would neither fit into a chart nor be informative. */
const FIRINGS_MAX = 1_000;

export function recordTicks(rule: Rule): TickRecord {
  let groups: readonly GroupState[] = [];
  const series: [string, number | null][] = [];
  const firings: Firing[] = [];
  const open = new Map<string, Firing>();
  const notifiedAt = new Set<number>();
  return {
    known: () => new Set(groups.map(({ hash }) => hash)),
    add(at, measurement) {
      const next = advance(rule, groups, measurement, { at });
      groups = next.groups;
      series.push([isoTime(at), largestValue(measurement)]);
      for (const transition of next.transitions) {
        const firing = open.get(transition.hash);
        if (transition.kind === 'fired') {
          const { hash, key, group } = transition;
          const opened: Firing = { hash, group: key, from: at, to: null, peak: group.value };
          open.set(hash, opened);
          if (firings.length < FIRINGS_MAX) firings.push(opened);
          notifiedAt.add(at);
        } else if (transition.kind === 'resolved' && firing !== undefined) {
          firing.to = at;
          open.delete(transition.hash);
          if (rule.settings.onResolve) notifiedAt.add(at);
        }
      }
      notePeaks(rule.settings.condition, open, measurement);
    },
    result: () => ({
      ticks: series.length,
      series,
      firings: firings.map(({ group, from, to, peak }) => ({
        group: group === null ? null : { ...group },
        from: isoTime(from),
        to: to === null ? null : isoTime(to),
        peak,
      })),
      messages: countMessages(rule, [...notifiedAt]),
    }),
  };
}

function largestValue(measurement: Measurement): number | null {
  if (measurement.kind === 'failed') return null;
  const values = measurement.groups.flatMap(({ value }) => value ?? []);
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
}

function notePeaks(
  condition: SettledCondition,
  open: ReadonlyMap<string, Firing>,
  measurement: Measurement,
): void {
  if (measurement.kind === 'failed') return;
  const isLow = condition.kind === 'threshold' && isOfFew(condition.op);
  for (const { hash, value, holds } of measurement.groups) {
    const firing = open.get(hash);
    if (firing === undefined || value === null || holds !== 'true') continue;
    const { peak } = firing;
    firing.peak = peak === null ? value : isLow ? Math.min(peak, value) : Math.max(peak, value);
  }
}

/** What happens at one tick is one message; what happens while a channel rests joins the next. */
function countMessages({ settings }: Rule, times: readonly number[]): number {
  let messages = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  for (const at of times) {
    // It waits for the end of the rest, where one message is due already.
    if (at <= restsUntil - settings.throttle * SECOND_MS) continue;
    messages += 1;
    restsUntil = Math.max(at, restsUntil) + settings.throttle * SECOND_MS;
  }
  return messages;
}
