import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { Limits } from '../../spec/limits.ts';

export interface RoomNeeds {
  readonly queue: Pick<IngestQueue, 'depth' | 'nodes' | 'noteFull'>;
  readonly limits: Limits['ingest'];
}

/** Refuses events while what was accepted is spilled: that makes room for it, not for more. */
export function requireStore(queue: Pick<IngestQueue, 'isSpilling'>): void {
  if (!queue.isSpilling()) return;
  const message =
    'The log store is down and the queue is full. No accepted event is lost. Retry later.';
  throw new AppError('STORAGE_UNAVAILABLE', message, { retryAfterSeconds: 30 });
}

/**
 * Rejects events that the queue has no room for. Every organization has a share that others cannot use: above the full
 * depth, organizations below their share are still accepted.
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
  // The limit of a queue shared by nodes is the sum of their limits.
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
  needs.queue.noteFull();
  throw new AppError('QUEUE_FULL', 'The ingest queue is full. Retry the request.', {
    retryAfterSeconds: 1,
  });
}

/** Fraction of the warning depth below which the queue counts as drained. */
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
