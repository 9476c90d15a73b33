import type { Limits } from '../../../spec/limits.ts';
import { queueUnavailable } from '../queue-unavailable.ts';
import type { GroupCommit } from './group-commit.ts';

/**
 * After a failed write, requests are refused without trying the disk each time; they are also refused before a slow
 * disk lets them fill the memory.
 */
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
