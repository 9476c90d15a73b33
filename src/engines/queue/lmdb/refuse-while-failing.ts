import type { Limits } from '../../../spec/limits.ts';
import { queueUnavailable } from '../queue-unavailable.ts';
import type { GroupCommit } from './group-commit.ts';

/** A disk that just failed is not asked again for every single request, nor is memory filled before a slow one. */
export function refuseWhileFailing(
  limits: Limits['queue'],
  { failedAt, pendingBytes }: Pick<GroupCommit, 'failedAt' | 'pendingBytes'>,
  now: number,
): void {
  if (failedAt !== undefined && now - failedAt < limits.probeMs) {
    throw queueUnavailable(limits, new Error('The last write to the disk failed.'));
  }
  if (pendingBytes > limits.pendingBytesMax) {
    throw queueUnavailable(limits, new Error('The disk is too slow for the incoming events.'));
  }
}
