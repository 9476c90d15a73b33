/**
 * A large insert takes a second, and everything in it waits that long. So the last free writer is reserved for
 * organizations with little to store, and during a backlog their events are inserted separately, as often as without
 * the backlog.
 */
import type { OrganizationId } from '../../base/ids.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';

/** Claims that a flood may be in, and claims that it is not in. */
export type Lane = 'any' | 'light';

interface LaneNeeds {
  readonly queue: Pick<IngestQueue, 'depth'>;
  readonly limits: Limits['ingest'];
}

/** The order in which a free writer checks the lanes. */
export function lanesFor(
  { queue, limits }: LaneNeeds,
  state: {
    readonly heavyInFlight: number;
    readonly sinceLightMs: number;
    /** Since events of more than one organization were last seen to wait. */
    readonly sinceSharedMs: number;
  },
): readonly Lane[] {
  if (state.heavyInFlight === 0) return ['any'];
  // Several large inserts at the same time leave the store no CPU for a small one.
  const heavyMax = state.sinceSharedMs < limits.sharedMs ? 1 : limits.writersPerNode - 1;
  if (state.heavyInFlight >= heavyMax) return ['light'];
  const isDue = state.sinceLightMs >= limits.lingerMs;
  return isDue && queue.depth().byOrganization.size > 1 ? ['light', 'any'] : ['any'];
}

/** At most one full batch of it waits or is being stored. */
export function isLight({ queue, limits }: LaneNeeds): (organization: OrganizationId) => boolean {
  const { byOrganization } = queue.depth();
  return (organization) => (byOrganization.get(organization)?.events ?? 0) <= limits.batchEventsMax;
}
