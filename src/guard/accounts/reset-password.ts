import type { AccountTools, Visit } from './account-needs.ts';
import { passwordChangedMail, resetMail } from './account-mails.ts';
import { endAccess, forgetAccess } from './end-access.ts';
import { mailAsAllowed } from './mail-as-allowed.ts';
import { createLink, dropLinks, readLink, takeLink } from './links-table.ts';
import { requireGoodPassword } from './password-rules.ts';
import {
  auditUser,
  confirmAddress,
  findUser,
  findUserByEmail,
  setPassword,
} from './users-table.ts';
import { badLink } from './verify-email.ts';

/** Answers the same, as quickly, whether there is such an account or not. */
export async function requestPasswordReset(tools: AccountTools, email: string): Promise<void> {
  const { resetMsMax: lifetimeMs } = tools.limits.passwords;
  const { linkEveryMs: everyMs } = tools.limits.accounts;
  await tools.background.run(async () => {
    const user = await findUserByEmail(tools.metadata, email);
    if (user === undefined) return;
    await mailAsAllowed(tools, user.email, async (unit) => {
      const rules = { kind: 'reset-password', lifetimeMs, everyMs } as const;
      const token = await createLink(unit, user.id, rules, tools.clock.now());
      if (token === undefined) return false;
      await tools.enqueueMail(unit, resetMail(user, tools.publicOrigin(), token, lifetimeMs));
      return true;
    });
  });
}

/** Ends every session and access token. A password that is refused leaves the link as it was. */
export async function resetPassword(
  tools: AccountTools,
  visit: Visit,
  token: string,
  newPassword: string,
): Promise<void> {
  const owner = await readLink(tools.metadata, 'reset-password', token, tools.clock.now());
  if (owner === undefined) throw badLink();
  await requireGoodPassword(tools, 'newPassword', newPassword, owner);
  const hash = await tools.hasher.hash(newPassword);
  const now = tools.clock.now();
  const { historyMax } = tools.limits.passwords;
  const done = await tools.metadata.transaction(async (unit) => {
    const id = await takeLink(unit, 'reset-password', token, now);
    const found = id === undefined ? undefined : await findUser(unit, id);
    if (found === undefined) return undefined;
    await setPassword(unit, found.id, hash, now, historyMax);
    const ended = await endAccess(unit, found, visit, now);
    const details = { by: 'link', endedSessions: ended.sessions, revokedTokens: ended.tokens };
    await auditUser(unit, found, visit, { action: 'user.password_reset', details }, now);
    // Using the link proves access to the address, which is all that confirming it requires.
    if (await confirmAddress(unit, found, visit, now)) {
      await dropLinks(unit, found.id);
      await auditUser(unit, found, visit, { action: 'user.email_verified' }, now);
    }
    await tools.enqueueMail(unit, passwordChangedMail(found, tools.publicOrigin(), ended));
    return { ended };
  });
  forgetAccess(tools.cache, owner, done?.ended);
  if (done === undefined) throw badLink();
}
