/** What the statements of one tick share: who asks, and how much time is left. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, systemActor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Query } from '../../../language/index.ts';
import type { Rule } from '../rule.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import type { Tick } from './measurement.ts';

export interface Asking {
  readonly needs: ConditionNeeds;
  readonly rule: Rule;
  readonly tree: Query;
  readonly tick: Tick;
  readonly actor: Actor;
  /** By `performance.now()`. */
  readonly endsAt: number;
}

/** Rules read what every member of the organization may read. */
function alertsActor(organization: OrganizationId): Actor {
  return systemActor(organization, 'alerts', [
    'logs:read',
    'alerts:read',
    'services:read',
    'evaluations:run',
  ]);
}

export function startAsking(needs: ConditionNeeds, rule: Rule, tree: Query, tick: Tick): Asking {
  const endsAt = performance.now() + tick.timeoutMs;
  return { needs, rule, tree, tick, actor: alertsActor(rule.organization), endsAt };
}

/** Between two tries to get one of the organization's places. */
const PLACE_WAIT_MS = 100;

/** Runs one statement. Where all places are taken, it waits for one as long as there is time. */
export async function inPlace<T>(
  { tick, endsAt }: Asking,
  run: (times: { readonly now: number; readonly timeoutMs: number }) => Promise<T>,
): Promise<T> {
  for (;;) {
    const timeoutMs = Math.floor(endsAt - performance.now());
    if (timeoutMs <= 0) throw tookTooLong();
    try {
      return await run({ now: tick.at, timeoutMs });
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'QUERY_SLOTS_BUSY';
      if (!isBusy || endsAt - performance.now() <= PLACE_WAIT_MS) throw error;
      await sleep(PLACE_WAIT_MS, undefined, { signal: tick.signal });
    }
  }
}

function tookTooLong(): AppError {
  const message = 'The query took too long. Shorten the window or narrow the search.';
  return new AppError('QUERY_TIMEOUT', message);
}
