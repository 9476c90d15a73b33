import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { createSinceShared, type IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';

interface BackpressureNeeds {
  readonly queue: Pick<IngestQueue, 'depth'>;
  readonly limits: Limits['ingest'];
  readonly clock: Clock;
}

/** Milliseconds that a large body of an organization waits before it is parsed. */
export type Backpressure = (organization: OrganizationId) => number;

/**
 * Looking at the bodies of a flood takes all of a processor, and what is looked at only to be refused takes it
 * for nothing. So while others send as well, an organization whose events pile up is slowed down to what
 * the store takes: the more of them wait, the longer its next body does. Whoever is alone is slowed down
 * later and less: bodies are read faster than they are stored, and a little wait is better than a refusal
 * behind a full queue, which also takes more room on disk.
 */
export function createBackpressure({ queue, limits, clock }: BackpressureNeeds): Backpressure {
  const sinceSharedMs = createSinceShared({ queue, clock });
  return (organization) => {
    const waiting = queue.depth().byOrganization.get(organization)?.events ?? 0;
    const part = Math.min(1, waiting / limits.queueEventsMax);
    if (sinceSharedMs() > limits.sharedMs) {
      const { backpressureAloneRatio } = limits;
      return (
        (Math.max(0, part - backpressureAloneRatio) / (1 - backpressureAloneRatio)) *
        limits.backpressureAloneMsMax
      );
    }
    return waiting <= limits.backpressureEventsMin ? 0 : part * limits.backpressureMsMax;
  };
}
