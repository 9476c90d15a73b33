import type { AccountNeeds } from './account-needs.ts';

/** Sessions and links that are past their time; nobody can use them any more. Run by the scheduler. */
export async function forgetExpiredSessions({
  metadata,
  clock,
}: Pick<AccountNeeds, 'metadata' | 'clock'>): Promise<void> {
  const now = clock.now();
  await metadata.db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await metadata.db.deleteFrom('verifications').where('expires_at', '<=', now).execute();
}
