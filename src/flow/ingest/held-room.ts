import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { QuotaMeter } from '../../guard/limits/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { DAY_MS } from '../../spec/units.ts';

/**
 * Room for events over a daily quota. Each organization has room for one hour at the rate of its plan; together they
 * have a part of the disk, of which no organization gets more than half. Independent of the ingest queue and its room.
 */
export interface HeldRoom {
  /** Refuses events there is no room for. */
  require(organization: OrganizationId, batch: HeldBatch): void;
  /** Bytes that all organizations may have on the disk. */
  bytesMax(): number;
}

export interface HeldBatch {
  readonly events: number;
  /** Size of the events as they were sent. */
  readonly sentBytes: number;
  /** Bytes written to disk. */
  readonly bytes: number;
}

export interface HeldRoomNeeds {
  readonly holding: Pick<IngestQueue, 'depth' | 'entries' | 'nodes' | 'noteFull'>;
  readonly quota: Pick<QuotaMeter, 'dailyBytes'>;
  readonly limits: Limits['ingest'];
  /** Size of the disk with the data folder. */
  readonly diskBytes: () => number;
  /** Called with the number of rejected events. */
  readonly noteRefused?: (events: number) => void;
}

export function createHeldRoom(needs: HeldRoomNeeds): HeldRoom {
  const { holding, quota, limits } = needs;
  const { heldShareRatioMax, heldEntriesMax, heldDiskRatioMax } = limits;
  const ratioOf = createRatios(holding);
  // What nodes share has the room that each of them brings.
  const bytesMax = (): number => needs.diskBytes() * heldDiskRatioMax * holding.nodes();

  function refuse(events: number, what: string): never {
    needs.noteRefused?.(events);
    const message = `The daily quota is exhausted, and ${what}. Retry later, or upgrade the plan.`;
    throw new AppError('QUEUE_FULL', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  return {
    bytesMax,
    require(organization, { events, sentBytes, bytes }) {
      const depth = holding.depth();
      const own = depth.byOrganization.get(organization)?.bytes ?? 0;
      const sent = own * ratioOf(organization, { events, sentBytes, bytes }) + sentBytes;
      if (sent > hourOf(limits, quota.dailyBytes(organization))) {
        refuse(events, 'one hour of events is already queued');
      }
      const share = bytesMax();
      const entriesMax = heldEntriesMax * holding.nodes();
      const isFull =
        depth.bytes + bytes > share ||
        own + bytes > share * heldShareRatioMax ||
        holding.entries() >= entriesMax ||
        holding.entries(organization) >= entriesMax * heldShareRatioMax;
      if (!isFull) return;
      holding.noteFull();
      refuse(events, 'the holding queue is full');
    },
  };
}

const RETRY_AFTER_SECONDS = 60;

/** What may be sent while events are held, at the rate that uses a quota up in a day. */
function hourOf(
  { heldBytesMin, quotaHoldMsMax }: Limits['ingest'],
  dailyBytes: number | undefined,
): number {
  return Math.max(heldBytesMin, (dailyBytes ?? 0) * (quotaHoldMsMax / DAY_MS));
}

/**
 * Estimates how many sent bytes one byte on disk represents. The queue only knows bytes on disk; events of one
 * organization are similar enough to infer the ratio from those that this node has accepted.
 */
function createRatios(
  holding: HeldRoomNeeds['holding'],
): (organization: OrganizationId, batch: HeldBatch) => number {
  const seen = new Map<OrganizationId, { sentBytes: number; bytes: number }>();
  return (organization, { events, sentBytes, bytes }) => {
    const held = holding.depth().byOrganization;
    if (seen.size > held.size) for (const one of seen.keys()) if (!held.has(one)) seen.delete(one);
    const sum = seen.get(organization) ?? { sentBytes: 0, bytes: 0 };
    // If pipelines dropped all events, only their size is stored.
    if (events > 0) {
      sum.sentBytes += sentBytes;
      sum.bytes += bytes;
      seen.set(organization, sum);
    }
    return sum.sentBytes / Math.max(1, sum.bytes);
  };
}
