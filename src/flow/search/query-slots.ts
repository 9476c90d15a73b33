import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import type { SearchNeeds } from './search-needs.ts';

/** A place is given back by itself when a node dies with it. */
const HOLD_GRACE_MS = 5_000;
const RETRY_AFTER_SECONDS = 1;

/** Runs a query in one of the organization's places; with all of them taken it is refused. */
export async function inSlot<T>(
  needs: Pick<SearchNeeds, 'counters' | 'limits'>,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  const { slotsPerOrganization, timeoutMsMax } = needs.limits.query;
  const key = `query:${actor.organization}`;
  const slot = await needs.counters.acquire(
    key,
    slotsPerOrganization,
    timeoutMsMax + HOLD_GRACE_MS,
  );
  if (slot === undefined) {
    throw new AppError(
      'QUERY_SLOTS_BUSY',
      `${slotsPerOrganization} queries of this organization are running. Try again in a moment.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  try {
    return await work();
  } finally {
    await slot.release();
  }
}
