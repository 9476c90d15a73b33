import { AppError, invalid } from '../../base/errors.ts';
import type { SignedIn } from '../../http/gate.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { passwordChangedMail } from './account-mails.ts';
import { endAccess, forgetAccess } from './end-access.ts';
import { requireFewFailures } from './failed-tries.ts';
import { requireGoodPassword } from './password-rules.ts';
import { auditUser, readPasswordHash, setPassword } from './users-table.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly keepAccessTokens?: boolean;
}

/**
 * Ends all other sessions and, unless they should be kept, all access tokens: anyone who knew the old password loses
 * access.
 */
export async function changePassword(
  tools: AccountTools,
  visit: Visit,
  session: SignedIn,
  change: PasswordChange,
): Promise<void> {
  const stored = await readPasswordHash(tools.metadata, session.id);
  if (stored === undefined) {
    const message = 'This account has no password yet. Request a reset link to set one.';
    throw new AppError('CONFLICT', message);
  }
  const tries = await requireFewFailures(tools, session.email);
  if (!(await tools.hasher.verify(stored, change.currentPassword))) {
    await tries.noteFailure();
    throw invalid('currentPassword', 'Wrong password.');
  }
  await requireGoodPassword(tools, 'newPassword', change.newPassword, session.id);
  const hash = await tools.hasher.hash(change.newPassword);
  const now = tools.clock.now();
  const kept = { sessionId: session.sessionId, tokens: change.keepAccessTokens === true };
  const ended = await tools.metadata.transaction(async (unit) => {
    await setPassword(unit, session.id, hash, now, tools.limits.passwords.historyMax);
    const ending = await endAccess(unit, session, visit, now, kept);
    const details = { by: 'change', endedSessions: ending.sessions, revokedTokens: ending.tokens };
    await auditUser(unit, session, visit, { action: 'user.password_reset', details }, now);
    await tools.enqueueMail(unit, passwordChangedMail(session, tools.publicOrigin(), ending));
    return ending;
  });
  forgetAccess(tools.cache, session.id, ended);
}
