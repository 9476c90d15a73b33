/** What the statements of one tick share: who asks, and how much time is left. */
import { type Actor, systemActor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import { searchTree } from '../../../flow/search/index.ts';
import type { Query } from '../../../language/index.ts';
import type { Rule } from '../rule.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import type { Tick } from './measurement.ts';
import type { WindowBounds } from './tick-window.ts';

export interface Asking {
  readonly needs: ConditionNeeds;
  readonly rule: Rule;
  readonly tree: Query;
  readonly tick: Tick;
  readonly actor: Actor;
  /** What is left of the tick's time. Statements spend it, waiting for a slot does not. */
  readonly budget: Budget;
}

export interface Budget {
  leftMs: number;
}

/** Rules read what every member of the organization may read. */
export function alertsActor(organization: OrganizationId): Actor {
  return systemActor(organization, 'alerts', [
    'logs:read',
    'alerts:read',
    'services:read',
    'evaluations:run',
  ]);
}

export function startAsking(needs: ConditionNeeds, rule: Rule, tree: Query, tick: Tick): Asking {
  const budget = { leftMs: tick.timeoutMs };
  return { needs, rule, tree, tick, actor: alertsActor(rule.organization), budget };
}

/** What a search is told of its times. */
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
  const message = 'The query took too long. Shorten the window or narrow the search.';
  return new AppError('QUERY_TIMEOUT', message);
}
