import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';

export interface RoomNeeds {
  readonly queue: Pick<IngestQueue, 'depth'>;
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
  const isFull = total > limits.queueEventsMax || depth.bytes + bytes > limits.queueBytesMax;
  if (!isFull) return;
  const own = (depth.byOrganization.get(organization)?.events ?? 0) + events;
  const isWithinShare = own <= limits.queueEventsMax * limits.queueShareRatioMin;
  const isWithinOverfill =
    total <= limits.queueEventsMax * limits.queueOverfillRatioMax &&
    depth.bytes + bytes <= limits.queueBytesMax * limits.queueOverfillRatioMax;
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

/** Warns the operator once each time the queue gets nearly full; call it with every new depth. */
export function createDepthWarning(
  log: Log,
  limits: Limits['ingest'],
): (depth: { readonly events: number }) => void {
  let isWarned = false;
  return ({ events }) => {
    const isNearlyFull = events >= limits.queueEventsMax * limits.queueWarnRatio;
    if (isNearlyFull && !isWarned) log.warn({ events }, 'ingest queue is nearly full');
    isWarned = isNearlyFull;
  };
}
