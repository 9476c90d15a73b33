import type { SignedIn } from '../../http/gate.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { auditUser, endSessions, type SessionChoice } from './users-table.ts';

/** Somebody ends sessions of their own account; nobody else's are ever among them. */
export async function endOwnSessions(
  tools: AccountTools,
  visit: Visit,
  user: Pick<SignedIn, 'id' | 'email'>,
  which: SessionChoice,
): Promise<void> {
  await tools.metadata.transaction(async (unit) => {
    const sessions = await endSessions(unit, user.id, which);
    if (sessions === 0) return;
    const event = { action: 'user.sessions_ended', details: { sessions } } as const;
    await auditUser(unit, user, visit, event, tools.clock.now());
  });
  tools.cache.forget(user.id);
}
