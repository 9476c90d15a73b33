import type { AccountNeeds } from './account-needs.ts';
import { forgetExpired } from './users-table.ts';

/** Sessions and links that are past their time; nobody can use them any more. Run by the scheduler. */
export async function forgetExpiredSessions({
  metadata,
  clock,
}: Pick<AccountNeeds, 'metadata' | 'clock'>): Promise<void> {
  await forgetExpired(metadata, clock.now());
}
