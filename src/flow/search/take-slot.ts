import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Counters, Slot } from '../../engines/counters/counters.ts';
import type { SearchNeeds } from './search-needs.ts';

export interface SlotKind {
  readonly name: 'query' | 'export' | 'tail';
  /** How many an organization has. */
  readonly slots: number;
  /** A place whose holder has died frees itself after this time. */
  readonly holdMsMax: number;
}

/** One of the places an organization has for work that runs side by side. To be released by whoever took it. */
export async function takeSlot(
  { counters }: { readonly counters: Pick<Counters, 'acquire'> },
  organization: OrganizationId,
  { name, slots, holdMsMax }: SlotKind,
): Promise<Slot> {
  const slot = await counters.acquire(`slots:${name}:${organization}`, slots, holdMsMax);
  if (slot !== undefined) return slot;
  const message = `All ${slots} ${NAMES[name]} of this organization are in use. Try again in a moment.`;
  throw new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 1 });
}

const NAMES: Readonly<Record<SlotKind['name'], string>> = {
  query: 'places for queries',
  export: 'places for exports',
  tail: 'places for live tails',
};

const HOLD_GRACE_MS = 5_000;

/** Runs a query in one of the organization's places; with all of them taken it is refused. */
export async function inSlot<T>(
  needs: Pick<SearchNeeds, 'counters' | 'limits' | 'turns'>,
  { organization }: Actor,
  work: () => Promise<T>,
): Promise<T> {
  const { slotsPerOrganization: slots, timeoutMsMax, slotWaitMsMax } = needs.limits.query;
  const holdMsMax = slotWaitMsMax + timeoutMsMax + HOLD_GRACE_MS;
  const slot = await takeSlot(needs, organization, { name: 'query', slots, holdMsMax });
  let leave: (() => void) | undefined;
  try {
    leave = await needs.turns?.take(organization, slotWaitMsMax);
    if (leave === undefined && needs.turns !== undefined) throw nodeBusy();
    return await work();
  } finally {
    leave?.();
    await slot.release();
  }
}

function nodeBusy(): AppError {
  const message = 'This node has many queries to answer. Try again in a moment.';
  return new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 1 });
}
