import type { AccountNeeds } from './account-needs.ts';
import { forgetExpired } from './users-table.ts';

/** Deletes expired sessions and links, which nobody can use any more. Run by the scheduler. */
export async function forgetExpiredSessions({
  metadata,
  clock,
}: Pick<AccountNeeds, 'metadata' | 'clock'>): Promise<void> {
  await forgetExpired(metadata, clock.now());
}
