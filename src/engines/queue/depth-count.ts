import type { OrganizationId } from '../../base/ids.ts';
import type { QueueDepth } from './queue.ts';
import type { Waiting } from './waiting-lines.ts';

/** Counts the contents of the queue as entries are added and removed. */
export interface DepthCount {
  readonly depth: QueueDepth;
  /** Of one organization, or of all. */
  entries(organization?: OrganizationId): number;
  add(entry: Waiting): void;
  subtract(entry: Waiting): void;
}

interface Sum {
  events: number;
  bytes: number;
}

export function createDepthCount(): DepthCount {
  const byOrganization = new Map<OrganizationId, Sum>();
  const entries = new Map<OrganizationId, number>();
  let all = 0;
  const total: Sum & QueueDepth = { events: 0, bytes: 0, byOrganization };
  return {
    depth: total,
    entries: (organization) =>
      organization === undefined ? all : (entries.get(organization) ?? 0),
    add({ organization, events, bytes }) {
      const own = byOrganization.get(organization);
      if (own === undefined) byOrganization.set(organization, { events, bytes });
      else change(own, events, bytes);
      change(total, events, bytes);
      entries.set(organization, (entries.get(organization) ?? 0) + 1);
      all += 1;
    },
    subtract({ organization, events, bytes }) {
      const own = byOrganization.get(organization);
      if (own === undefined) return;
      change(own, -events, -bytes);
      change(total, -events, -bytes);
      entries.set(organization, (entries.get(organization) ?? 0) - 1);
      all -= 1;
      if (own.events > 0 || own.bytes > 0) return;
      byOrganization.delete(organization);
      all -= entries.get(organization) ?? 0;
      entries.delete(organization);
    },
  };
}

function change(sum: Sum, events: number, bytes: number): void {
  sum.events += events;
  sum.bytes += bytes;
}
