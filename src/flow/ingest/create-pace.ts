import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';

interface PaceNeeds {
  readonly queue: Pick<IngestQueue, 'depth'>;
  readonly limits: Limits['ingest'];
  readonly clock: Clock;
}

/** How long a large body of an organization waits before it is looked at, in milliseconds. */
export type Pace = (organization: OrganizationId) => number;

/**
 * Looking at the bodies of a flood takes all of a processor, and what is looked at only to be refused takes it
 * for nothing. So while others send as well, an organization whose events pile up is slowed down to what
 * the store takes: the more of them wait, the longer its next body does.
 */
export function createPace({ queue, limits, clock }: PaceNeeds): Pace {
  let sharedAt = Number.NEGATIVE_INFINITY;
  return (organization) => {
    const { byOrganization } = queue.depth();
    if (byOrganization.size > 1) sharedAt = clock.now();
    if (clock.now() - sharedAt > limits.sharedMs) return 0;
    const waiting = byOrganization.get(organization)?.events ?? 0;
    if (waiting <= limits.paceEventsMin) return 0;
    return Math.min(1, waiting / limits.queueEventsMax) * limits.paceMsMax;
  };
}
