import type { Reply } from '../../http/gate.ts';
import type { QueuedEvents } from './accept-events.ts';

/**
 * What the JSON endpoints tell in their answer, for protocols whose answers have no room for it: under which id
 * people see what becomes of the events, and that they are held back over the daily quota.
 */
export function setReceiptHeaders(reply: Reply, queued: QueuedEvents | undefined): void {
  if (queued === undefined) return;
  void reply.header('x-receipt', queued.receipt);
  if (queued.isHeld) void reply.header('x-throttled', 'true');
}
