import type { SignedIn } from '../../http/gate.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { auditUser, endSession, endSessions } from './users-table.ts';

/** Which of them: one, or all but one. */
type SessionChoice = { readonly only: string } | { readonly except: string | undefined };

/** Somebody ends sessions of their own account; nobody else's are ever among them. */
export async function endOwnSessions(
  tools: AccountTools,
  visit: Visit,
  user: Pick<SignedIn, 'id' | 'email'>,
  which: SessionChoice,
): Promise<void> {
  await tools.metadata.transaction(async (unit) => {
    const sessions =
      'only' in which
        ? await endSession(unit, user.id, which.only)
        : await endSessions(unit, user.id, which.except);
    if (sessions === 0) return;
    const event = { action: 'user.sessions_ended', details: { sessions } } as const;
    await auditUser(unit, user, visit, event, tools.clock.now());
  });
  tools.cache.forget(user.id);
}
