import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Counters, Slot } from '../../engines/counters/counters.ts';
import type { Limits } from '../../spec/limits.ts';
import type { SearchNeeds } from './search-needs.ts';
import type { SearchKind } from './search-turns.ts';

export interface SlotKind {
  readonly name: SearchKind | 'export' | 'tail';
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
  alert: 'places for alert rules',
  background: 'places for work in the background',
  public: 'places for public links',
};

const HOLD_GRACE_MS = 5_000;

/** Runs a query in one of the organization's places of its kind; with all of them taken it is refused. */
export async function inSlot<T>(
  needs: Pick<SearchNeeds, 'counters' | 'limits' | 'turns' | 'searchKind' | 'searchMeter'>,
  { organization, who }: Actor,
  work: () => Promise<T>,
): Promise<T> {
  // The platform never stands in the way of the people it works for.
  const name = needs.searchKind ?? (who.kind === 'system' ? 'background' : 'query');
  const { timeoutMsMax, slotWaitMsMax } = needs.limits.query;
  const slots = slotsOf(needs.limits, name);
  const holdMsMax = slotWaitMsMax + timeoutMsMax + HOLD_GRACE_MS;
  const slot = await takeSlot(needs, organization, { name, slots, holdMsMax });
  let leave: (() => void) | undefined;
  try {
    leave = await needs.turns?.[name].take(organization, slotWaitMsMax);
    if (leave === undefined && needs.turns !== undefined) throw nodeBusy();
    const measured = needs.searchMeter?.(name);
    try {
      return await work();
    } finally {
      measured?.();
    }
  } finally {
    leave?.();
    await slot.release();
  }
}

function slotsOf({ query }: Limits, kind: SearchKind): number {
  switch (kind) {
    case 'query':
      return query.slotsPerOrganization;
    case 'alert':
      return query.alertSlotsPerOrganization;
    case 'background':
      return query.backgroundSlotsPerOrganization;
    case 'public':
      return query.publicSlotsPerOrganization;
  }
}

function nodeBusy(): AppError {
  const message = 'This node has many queries to answer. Try again in a moment.';
  return new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 1 });
}
