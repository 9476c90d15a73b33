import { AppError, invalid } from '../../../base/errors.ts';
import type { SignedIn } from '../../../http/gate.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { passwordChangedMail } from './account-mails.ts';
import { requireGoodPassword } from './password-rules.ts';
import { auditUser, endSessions, readPasswordHash, setPassword } from './users-table.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Ends every other session: whoever knew the old password is out. */
export async function changePassword(
  tools: AccountTools,
  visit: Visit,
  session: SignedIn,
  change: PasswordChange,
): Promise<void> {
  const stored = await readPasswordHash(tools.metadata, session.id);
  if (stored === undefined) {
    const message = 'This account has no password yet. Ask for a reset link to choose one.';
    throw new AppError('CONFLICT', message);
  }
  if (!(await tools.hasher.verify(stored, change.currentPassword))) {
    throw invalid('currentPassword', 'Is not the password of this account.');
  }
  await requireGoodPassword(tools, 'newPassword', change.newPassword, session.id);
  const hash = await tools.hasher.hash(change.newPassword);
  const now = tools.clock.now();
  await tools.metadata.transaction(async (unit) => {
    await setPassword(unit, session.id, hash, now, tools.limits.passwords.historyMax);
    await endSessions(unit, session.id, session.sessionId);
    const event = { action: 'user.password_reset', details: { by: 'change' } } as const;
    await auditUser(unit, session, visit, event, now);
    await tools.enqueueMail(unit, passwordChangedMail(session, tools.publicOrigin()));
  });
  tools.cache.forget(session.id);
}
