import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';

export interface RoomNeeds {
  readonly queue: Pick<IngestQueue, 'depth' | 'nodes'>;
  readonly limits: Limits['ingest'];
  /** Since when the store is away, as the writer of this node knows it. */
  readonly outageSince: () => number | undefined;
  readonly now: () => number;
}

/**
 * Refuses events that the queue has no room for. Every organization has a share that others cannot take:
 * beyond the full depth, whoever is below that share is still let in.
 */
export function requireQueueRoom(
  needs: RoomNeeds,
  organization: OrganizationId,
  events: number,
  bytes: number,
): void {
  const { limits } = needs;
  const depth = needs.queue.depth();
  const total = depth.events + events;
  // A queue that nodes share holds what all of them may hold.
  const nodes = needs.queue.nodes();
  const eventsMax = limits.queueEventsMax * nodes;
  const bytesMax = limits.queueBytesMax * nodes;
  const isFull = total > eventsMax || depth.bytes + bytes > bytesMax;
  if (!isFull) return;
  const own = (depth.byOrganization.get(organization)?.events ?? 0) + events;
  const isWithinShare = own <= eventsMax * limits.queueShareRatioMin;
  const isWithinOverfill =
    total <= eventsMax * limits.queueOverfillRatioMax &&
    depth.bytes + bytes <= bytesMax * limits.queueOverfillRatioMax;
  if (isWithinShare && isWithinOverfill) return;
  throw refusal(needs);
}

/** A full queue drains in a moment; behind a store that is away for long it does not. */
function refusal(needs: RoomNeeds): AppError {
  const since = needs.outageSince();
  const isLongOutage = since !== undefined && needs.now() - since > needs.limits.storeOutageMsMax;
  if (!isLongOutage) {
    return new AppError('QUEUE_FULL', 'The ingest queue is full. Send the request again.', {
      retryAfterSeconds: 1,
    });
  }
  const message = 'The log store is away and the queue full. Nothing that was accepted is lost.';
  return new AppError('STORAGE_UNAVAILABLE', message, { retryAfterSeconds: 30 });
}

/** Part of the depth it warns at, below which the queue counts as drained. */
const CALM_RATIO = 0.5;

/**
 * Warns the operator once each time the queue gets nearly full; call it with every new depth of a node. One that
 * goes up and down around that depth is one warning.
 */
export function createDepthWarning(
  log: Log,
  limits: Limits['ingest'],
): (depth: { readonly events: number }) => void {
  const warnAt = limits.queueEventsMax * limits.queueWarnRatio;
  let isWarned = false;
  return ({ events }) => {
    if (events >= warnAt && !isWarned) {
      log.warn({ events }, 'ingest queue is nearly full');
      isWarned = true;
    } else if (events < warnAt * CALM_RATIO) isWarned = false;
  };
}
