import { AppError, invalid } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { verificationMail } from './account-mails.ts';
import { endAccess, forgetAccess } from './end-access.ts';
import { mailAsAllowed } from './mail-as-allowed.ts';
import { createLink, dropLinks, readLink, takeLink } from './links-table.ts';
import {
  auditUser,
  confirmAddress,
  findUser,
  findUserByEmail,
  type KnownUser,
  readPasswordHash,
} from './users-table.ts';

/**
 * The link of a mail came back, which shows that the address is real, and the password that the last sign-up with
 * it chose. Without the password, the owner of the address would confirm an account that a stranger signs in to.
 */
export async function verifyEmail(
  tools: AccountTools,
  visit: Visit,
  token: string,
  password: string,
): Promise<KnownUser> {
  const owner = await readLink(tools.metadata, 'verify-email', token, tools.clock.now());
  if (owner === undefined) throw badLink();
  const hash = await readPasswordHash(tools.metadata, owner);
  await requirePassword(tools, hash, password);
  const now = tools.clock.now();
  const confirmed = await tools.metadata.transaction(async (unit) => {
    // Locked, so that nobody signs up with the address between the password check and the commit.
    await unit.lockRow('users', { id: owner });
    if ((await readPasswordHash(unit, owner)) !== hash) return undefined;
    const id = await takeLink(unit, 'verify-email', token, now);
    const user = id === undefined ? undefined : await findUser(unit, id);
    if (user === undefined) return undefined;
    const ended = await confirmUser(unit, user, visit, now);
    return { user, ended };
  });
  if (confirmed === undefined) throw badLink();
  forgetAccess(tools.cache, owner, confirmed.ended);
  return { ...confirmed.user, isVerified: true };
}

/** Confirmation ends all access that existed before, no matter who created it. */
export async function confirmUser(unit: Unit, user: KnownUser, visit: Visit, now: number) {
  if (!(await confirmAddress(unit, user, visit, now))) return undefined;
  await dropLinks(unit, user.id);
  const ended = await endAccess(unit, user, visit, now);
  await auditUser(unit, user, visit, { action: 'user.email_verified' }, now);
  return ended;
}

async function requirePassword(
  tools: AccountTools,
  hash: string | undefined,
  password: string,
): Promise<void> {
  if (hash !== undefined && (await tools.hasher.verify(hash, password))) return;
  throw invalid(
    'password',
    "This is not the password of the latest sign-up with this address. If that wasn't you, reset the password.",
  );
}

/** Answers the same whether there is such an account or not. */
export async function resendVerification(tools: AccountTools, email: string): Promise<void> {
  await tools.background.run(async () => {
    const user = await findUserByEmail(tools.metadata, email);
    if (user === undefined || user.isVerified) return;
    await mailVerification(tools, user);
  });
}

export async function mailVerification(tools: AccountTools, user: KnownUser): Promise<void> {
  await mailAsAllowed(tools, user.email, (unit) => sendVerification(tools, unit, user));
}

/** False when there is a link that has just been sent. */
export async function sendVerification(
  tools: AccountTools,
  unit: Unit,
  user: Pick<KnownUser, 'email'> & { readonly id: UserId },
): Promise<boolean> {
  const { verificationMsMax: lifetimeMs, linkEveryMs: everyMs } = tools.limits.accounts;
  const rules = { kind: 'verify-email', lifetimeMs, everyMs } as const;
  const token = await createLink(unit, user.id, rules, tools.clock.now());
  if (token === undefined) return false;
  await tools.enqueueMail(unit, verificationMail(user, tools.publicOrigin(), token, lifetimeMs));
  return true;
}

export function badLink(): AppError {
  const message = 'This link has expired or was already used. Request a new one.';
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: 'token', message }] });
}
