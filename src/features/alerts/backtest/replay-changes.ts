/** Every tick of a rule that compares with earlier days or weeks, from a few statements for each of them. */
import { gapsBetween } from '../../../flow/ingest/index.ts';
import { lacksEvents, searchZone } from '../../../flow/search/index.ts';
import type { Zone } from '../../../language/index.ts';
import { type Asking, frontierFor, type TickWindow, windowOf } from '../conditions/asking.ts';
import {
  anyEvent,
  type ChangeCondition,
  compareValues,
  earlierWindows,
  isEmpty,
  type Period,
} from '../conditions/measure-change.ts';
import type { Values } from '../conditions/read-values.ts';
import { gapsIn, kindsIn, type Replay } from './replay-counts.ts';
import { NO_VALUES, readTicks } from './replay-values.ts';

/** Undefined if the ticks must be queried one by one. `ticks` are in order, without gaps. */
export async function replayChanges(
  asking: Asking,
  condition: ChangeCondition,
  ticks: readonly number[],
): Promise<Replay | undefined> {
  const { rule, needs, tick } = asking;
  const { settings } = rule;
  const zone = await searchZone(needs.search, rule.organization, undefined);
  const windows = ticks.map((at) => windowOf(settings, at));
  const shifts = shiftsOf(zone, condition, windows);
  // By event time, an earlier window is seen from the tick, not from its own end.
  if (shifts === undefined || tick.storedBy === undefined) return undefined;
  const { of, by } = condition;
  const present = await readTicks(asking, { of, by, order: 'most' }, ticks);
  if (present === undefined) return undefined;
  const periods: ((at: number) => Period | undefined)[] = [];
  for (const shiftMs of shifts) {
    const period = await readPeriod(asking, condition, ticks, shiftMs);
    if (period === undefined) return undefined;
    periods.push(period);
  }
  const from = windows[0]?.from ?? 0;
  const gaps = await gapsBetween(needs, rule.organization, from, ticks.at(-1) ?? 0);
  return {
    at: (at, known) => {
      const window = windowOf(settings, at);
      const visible = { from: window.from, to: frontierFor(settings, at) };
      const behind = kindsIn(gaps, visible);
      const earlier = periods.flatMap((period) => period(at) ?? []);
      const values = present.get(at) ?? NO_VALUES;
      return compareValues(asking, condition, { window, present: values, earlier, known, behind });
    },
  };
}

/** How much earlier each period is. Undefined if that differs among the windows, as when clocks are changed. */
function shiftsOf(
  zone: Zone,
  { compare, periods }: ChangeCondition,
  windows: readonly TickWindow[],
): readonly number[] | undefined {
  const all = windows.map((window) =>
    earlierWindows(zone, window, compare, periods).map(({ from, to }) => [
      window.from - from,
      window.to - to,
    ]),
  );
  const shifts = (all[0] ?? []).flatMap(([begin]) => begin ?? []);
  const isSame = all.every((each) =>
    each.every(([begin, end], i) => begin === shifts[i] && end === shifts[i]),
  );
  return isSame ? shifts : undefined;
}

/** What a tick has of one period; nothing if events of that time are missing. */
async function readPeriod(
  asking: Asking,
  { of, by }: ChangeCondition,
  ticks: readonly number[],
  shiftMs: number,
): Promise<((at: number) => Period | undefined) | undefined> {
  const { rule, needs, tree } = asking;
  const { settings } = rule;
  const moved = ticks.map((at) => at - shiftMs);
  const values = await readTicks(asking, { of, by, order: 'most' }, moved);
  if (values === undefined) return undefined;
  const valuesAt = (at: number): Values => values.get(at) ?? NO_VALUES;
  // Only where nothing was found it matters whether there was anything.
  const counts = moved.every((at) => !isEmpty(valuesAt(at)))
    ? undefined
    : await readTicks(
        { ...asking, tree: anyEvent(tree) },
        { of: 'count', by: [], order: 'most' },
        moved,
      );
  const [first = 0] = moved;
  const last = windowOf(settings, moved.at(-1) ?? 0).to;
  const gaps = await gapsBetween(needs, rule.organization, windowOf(settings, first).from, last);
  return (at) => {
    const window = windowOf(settings, at - shiftMs);
    if (lacksEvents(gapsIn(gaps, window), window)) return undefined;
    const found = valuesAt(at - shiftMs);
    const isFilled = !isEmpty(found) || !isEmpty(counts?.get(at - shiftMs) ?? NO_VALUES);
    return { window, values: found, isFilled };
  };
}
