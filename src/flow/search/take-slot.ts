import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Counters, Slot } from '../../engines/counters/counters.ts';
import type { Limits } from '../../spec/limits.ts';
import type { SearchNeeds } from './search-needs.ts';
import type { SearchKind } from './search-slots.ts';

export interface SlotKind {
  readonly name: SearchKind | 'export' | 'tail';
  /** How many an organization has. */
  readonly slots: number;
  /** A slot whose holder has died frees itself after this time. */
  readonly holdMsMax: number;
}

export interface SlotWait {
  /** How long to wait if all slots of the organization are in use. Default: not at all. */
  readonly waitMsMax?: number | undefined;
  /** Aborts the wait. */
  readonly signal?: AbortSignal;
}

/** Other nodes release slots too, so waiters poll at this interval. */
const RETRY_MS = 50;

/** Acquires one of the organization's concurrency slots. The caller must release it. */
export async function takeSlot(
  { counters }: { readonly counters: Pick<Counters, 'acquire'> },
  organization: OrganizationId,
  { name, slots, holdMsMax }: SlotKind,
  { waitMsMax = 0, signal }: SlotWait = {},
): Promise<Slot> {
  const waitsUntil = performance.now() + waitMsMax;
  for (;;) {
    const slot = await counters.acquire(`slots:${name}:${organization}`, slots, holdMsMax);
    if (slot !== undefined) return slot;
    if (waitsUntil - performance.now() <= RETRY_MS) throw allTaken(name, slots);
    await sleep(RETRY_MS, undefined, { signal });
  }
}

function allTaken(name: SlotKind['name'], slots: number): AppError {
  const message = `All ${slots} ${NAMES[name]} of this organization are in use. Retry in a moment.`;
  return new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 1 });
}

const NAMES: Readonly<Record<SlotKind['name'], string>> = {
  query: 'query slots',
  export: 'export slots',
  tail: 'live tail slots',
  alert: 'alert rule slots',
  background: 'background slots',
  public: 'public link slots',
  agent: 'agent slots',
};

const HOLD_GRACE_MS = 5_000;

/** Runs a query in one of the organization's slots of its kind, and in one of the node, which organizations share. */
export async function inSlot<T>(
  needs: Pick<SearchNeeds, 'counters' | 'limits' | 'nodeSlots' | 'searchKind' | 'searchMeter'>,
  actor: Actor,
  work: () => Promise<T>,
  { waitMsMax, ...given }: SlotWait = {},
): Promise<T> {
  const { organization } = actor;
  const name = needs.searchKind ?? kindOf(actor);
  // People retry manually; an agent would retry immediately.
  const patienceMs = name === 'agent' ? needs.limits.agents.slotWaitMsMax : undefined;
  const wait = { ...given, waitMsMax: waitMsMax ?? patienceMs };
  const { timeoutMsMax, slotWaitMsMax } = needs.limits.query;
  const slots = slotsOf(needs.limits, name);
  const waitsUntil = performance.now() + (wait.waitMsMax ?? 0);
  const holdMsMax = Math.max(slotWaitMsMax, wait.waitMsMax ?? 0) + timeoutMsMax + HOLD_GRACE_MS;
  const slot = await takeSlot(needs, organization, { name, slots, holdMsMax }, wait);
  let leave: (() => void) | undefined;
  try {
    const nodeWaitMs = Math.max(slotWaitMsMax, waitsUntil - performance.now());
    leave = await needs.nodeSlots?.[name].take(organization, nodeWaitMs);
    if (leave === undefined && needs.nodeSlots !== undefined) throw nodeBusy();
    if (name === 'agent') await needs.nodeSlots?.query.untilIdle(needs.limits.agents.yieldMsMax);
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

/** Background work and agents never use the slots of people. */
function kindOf({ who, via }: Actor): SearchKind {
  if (via === 'mcp') return 'agent';
  return who.kind === 'system' ? 'background' : 'query';
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
    case 'agent':
      return query.agentSlotsPerOrganization;
  }
}

function nodeBusy(): AppError {
  const message = 'This node is running too many queries. Retry in a moment.';
  return new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 1 });
}
