import { AppError } from '../../../base/errors.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { verificationMail } from './account-mails.ts';
import { createLink, takeLink } from './links-table.ts';
import {
  auditUser,
  confirmAddress,
  findUser,
  findUserByEmail,
  type KnownUser,
} from './users-table.ts';

/** The link of a mail came back: the address is real, and the link is used up. */
export async function verifyEmail(
  tools: AccountTools,
  visit: Visit,
  token: string,
): Promise<KnownUser> {
  const now = tools.clock.now();
  const user = await tools.metadata.transaction(async (unit) => {
    const id = await takeLink(unit, 'verify-email', token, now);
    const found = id === undefined ? undefined : await findUser(unit, id);
    if (found === undefined) return undefined;
    if (await confirmAddress(unit, found.id, now)) {
      await auditUser(unit, found, visit, { action: 'user.email_verified' }, now);
    }
    return found;
  });
  if (user === undefined) throw badLink();
  return { ...user, isVerified: true };
}

/** Answers the same whether there is such an account or not. */
export async function resendVerification(tools: AccountTools, email: string): Promise<void> {
  await tools.background.run(async () => {
    const user = await findUserByEmail(tools.metadata, email);
    if (user === undefined || user.isVerified) return;
    await tools.metadata.transaction((unit) => sendVerification(tools, unit, user));
  });
}

export async function sendVerification(
  tools: AccountTools,
  unit: Unit,
  user: KnownUser,
): Promise<void> {
  const { verificationMsMax: lifetimeMs, linkEveryMs: everyMs } = tools.limits.accounts;
  const rules = { kind: 'verify-email', lifetimeMs, everyMs } as const;
  const token = await createLink(unit, user.id, rules, tools.clock.now());
  if (token === undefined) return;
  await tools.enqueueMail(unit, verificationMail(user, tools.publicOrigin(), token, lifetimeMs));
}

export function badLink(): AppError {
  const message = 'This link has expired or was used already. Ask for a new one.';
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: 'token', message }] });
}
