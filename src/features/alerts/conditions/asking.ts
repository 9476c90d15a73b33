/** State shared by the statements of one tick: the actor, and the time left. */
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { type GapKind, gapsBetween } from '../../../flow/ingest/index.ts';
import { type SearchBounds, searchTree } from '../../../flow/search/index.ts';
import type { Query } from '../../../language/index.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { actorOfRule } from './actor-of-rule.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import type { Tick } from './measurement.ts';

export interface Asking {
  readonly needs: ConditionNeeds;
  readonly rule: Rule;
  readonly tree: Query;
  readonly tick: Tick;
  readonly actor: Actor;
  /** Remaining time of the tick. Statements spend it; waiting for a slot does not. */
  readonly budget: Budget;
}

export interface Budget {
  leftMs: number;
}

export async function startAsking(
  needs: ConditionNeeds,
  rule: Rule,
  tree: Query,
  tick: Tick,
): Promise<Asking> {
  const actor = await actorOfRule(needs, rule);
  return { needs, rule, tree, tick, actor, budget: { leftMs: tick.timeoutMs } };
}

/** Times passed to a search. */
export interface StatementTimes {
  readonly now: number;
  readonly timeoutMs: number;
  readonly waitMsMax: number;
  readonly onSlot: () => void;
}

/** Runs one statement. It waits for a slot for as long as a tick may take; its own time begins once it has its slot. */
export async function inBudget<T>(
  { tick, budget }: Pick<Asking, 'tick' | 'budget'>,
  run: (times: StatementTimes) => Promise<T>,
): Promise<T> {
  const timeoutMs = Math.floor(budget.leftMs);
  if (timeoutMs <= 0) throw tookTooLong();
  let startedAt: number | undefined;
  const onSlot = (): void => void (startedAt ??= performance.now());
  try {
    return await run({ now: tick.at, timeoutMs, waitMsMax: tick.timeoutMs, onSlot });
  } finally {
    if (startedAt !== undefined) budget.leftMs -= performance.now() - startedAt;
  }
}

/** The rows that a tree gives in a window, at most `rowsMax` of them. */
export async function askRows(
  asking: Asking,
  query: Query,
  bounds: WindowBounds,
  rowsMax: number,
): ReturnType<typeof searchTree> {
  const { needs, actor, tick } = asking;
  return inBudget(asking, (times) =>
    searchTree(needs.search, actor, { ...bounds, ...times, query, rowsMax }, tick.signal),
  );
}

function tookTooLong(): AppError {
  const message = 'The query timed out. Shorten the window or add filters.';
  return new AppError('QUERY_TIMEOUT', message);
}

/** Which events a tick is about. */

type Times = Pick<AlertRuleSettings, 'window' | 'delay' | 'basis' | 'lateMax'>;

/** Half open, in milliseconds since 1970: storage times of events, or their own times if the basis is `event`. */
export interface TickWindow {
  readonly from: number;
  readonly to: number;
}

export function windowOf({ window, delay }: Times, tickAt: number): TickWindow {
  const to = tickAt - delay * SECOND_MS;
  return { from: to - window * SECOND_MS, to };
}

/** Everything that was stored before this instant must be visible when the tick is measured. */
export function frontierFor({ basis, delay }: Times, tickAt: number): number {
  // By their own time, events have until the tick to be stored.
  return basis === 'event' ? tickAt : tickAt - delay * SECOND_MS;
}

/** When the events of a tick had to be stored if they count by their own time. */
export function seenBy({ at, storedBy }: Pick<Tick, 'at' | 'storedBy'>): number {
  return storedBy ?? at;
}

/** By how much the clocks of senders may be ahead. */
const AHEAD_MS_MAX = DAY_MS;

export interface WindowBounds extends SearchBounds {
  readonly stored: NonNullable<SearchBounds['stored']>;
}

/** Returns the search bounds for the events of a window. */
export function boundsOf(times: Times, { from, to }: TickWindow, tickAt: number): WindowBounds {
  if (times.basis === 'event') {
    const stored = { from: from - AHEAD_MS_MAX, to: frontierFor(times, tickAt) };
    return { from, to, stored };
  }
  return arrivalBounds(times, { from, to });
}

/** The events that were stored in a stretch of time, unless they were too old by then. */
export function arrivalBounds(
  { lateMax }: Pick<Times, 'lateMax'>,
  { from, to }: TickWindow,
): WindowBounds & { readonly arrival: NonNullable<SearchBounds['arrival']> } {
  const lateMsMax = lateMax * SECOND_MS;
  return {
    from: from - lateMsMax,
    to: to + AHEAD_MS_MAX,
    stored: { from, to },
    arrival: { lateMsMax, aheadMsMax: AHEAD_MS_MAX },
  };
}

/** Why events of a stretch of time may be missing, each reason once; empty when none are. */
export async function findBehind(
  { needs, rule }: Asking,
  from: number,
  to: number,
): Promise<readonly GapKind[]> {
  const gaps = await gapsBetween(needs, rule.organization, from, to);
  return [...new Set(gaps.map(({ kind }) => kind))].toSorted();
}
