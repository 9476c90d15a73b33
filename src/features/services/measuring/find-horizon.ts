import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import { type GapKind, gapsBetween } from '../../../flow/ingest/index.ts';
import { LIMITS } from '../../../spec/limits.ts';

/** Up to when events can be found, and why no further. */
export interface Horizon {
  readonly at: number;
  readonly why: string;
  /** Nothing but what the store is writing in this moment. */
  readonly isPassing?: true;
}

const WORDS: Readonly<Record<GapKind, string>> = {
  lag: 'Ingest lag: events are queued and not searchable yet.',
  refusing: 'Events are being rejected.',
  spilling: 'Events are queued until the log store is available.',
  quota: 'Events are queued because the daily quota is exhausted.',
  node_away: 'A node that may have events is unavailable.',
};

/** What comes after it may lack events: it is measured later. */
export async function findHorizon(
  needs: { readonly metadata: Pick<Metadata, 'db'>; readonly store: Pick<LogStore, 'frontier'> },
  organization: OrganizationId,
  now: number,
): Promise<Horizon> {
  const gaps = await gapsBetween(needs, organization, now - LIMITS.services.catchUpMs, now);
  const [oldest] = gaps.filter(({ to }) => to === null);
  const frontier = await needs.store.frontier().catch(() => undefined);
  if (frontier === undefined) return { at: -Infinity, why: 'The log store is unavailable.' };
  if (oldest !== undefined && oldest.from < frontier) {
    return { at: Math.min(now, oldest.from), why: WORDS[oldest.kind] };
  }
  const why = 'The log store is not making progress.';
  return { at: Math.min(now, frontier), why, isPassing: true };
}

const LOOKS_MAX = 20;
const LOOK_EVERY_MS = 250;

/**
 * The same, once it has reached the needed time, or after some seconds. Due slots can mostly be found a moment later:
 * waiting costs less than releasing the row, which every other due service would do, too.
 */
export async function awaitHorizon(
  needs: Parameters<typeof findHorizon>[0] & { readonly clock: Clock },
  organization: OrganizationId,
  needed: number,
  signal: AbortSignal,
): Promise<Horizon> {
  let horizon = await findHorizon(needs, organization, needs.clock.now());
  for (let looks = 1; looks < LOOKS_MAX; looks += 1) {
    if (horizon.isPassing !== true || horizon.at >= needed) break;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    horizon = await findHorizon(needs, organization, needs.clock.now());
  }
  return horizon;
}
