import { isUniqueViolation, type Unit } from '../../engines/metadata/metadata.ts';
import { mayMail, noteMail, isInvitedBy } from '../access/index.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { existingAccountMail } from './account-mails.ts';
import { forgetAccess } from './end-access.ts';
import { createLink } from './links-table.ts';
import { requireGoodPassword } from './password-rules.ts';
import { needsOwnOrganization, requireOpenSignUp } from './open-sign-up.ts';
import {
  findUserByEmail,
  insertPerson,
  insertUser,
  type KnownUser,
  restartUser,
  setPassword,
} from './users-table.ts';
import { confirmUser, sendVerification } from './verify-email.ts';

export interface SignUpDraft {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Of the link that came by mail, or by hand from an operator where no mail is sent. */
  readonly invitation?: { readonly id: string; readonly voucher: string } | undefined;
}

/**
 * A new account, or a note to the owner of the one that has the address already. Both take one hash and
 * one transaction, and the caller cannot tell them apart. True when the address is confirmed by that.
 */
export async function signUp(
  tools: AccountTools,
  visit: Visit,
  draft: SignUpDraft,
): Promise<boolean> {
  await requireOpenSignUp(tools, draft.email);
  await requireGoodPassword(tools, 'password', draft.password);
  const hash = await tools.hasher.hash(draft.password);
  const canMail = await mayMail(tools, draft.email);
  if (await isVouchedFor(tools, draft)) {
    const isConfirmed = await insertConfirmed(tools, visit, draft, hash);
    if (isConfirmed) return true;
  }
  let isMailed: boolean;
  try {
    isMailed = await insertOrNote(tools, draft, hash, canMail);
  } catch (error) {
    // Another request took the address between the lookup and the insert: now the lookup finds it.
    if (!isUniqueViolation(error, 'users_email')) throw error;
    isMailed = await insertOrNote(tools, draft, hash, canMail);
  }
  if (isMailed) await noteMail(tools, draft.email);
  return false;
}

/** Only while the invitation waits. */
async function isVouchedFor(tools: AccountTools, draft: SignUpDraft): Promise<boolean> {
  const { email, invitation } = draft;
  if (invitation === undefined) return false;
  if (!tools.vouchers.isGood(invitation.id, email, invitation.voucher)) return false;
  return isInvitedBy(tools.metadata, invitation.id, email.toLowerCase(), tools.clock.now());
}

/** False if the address has a confirmed account: nobody else can change that one. */
async function insertConfirmed(
  tools: AccountTools,
  visit: Visit,
  draft: SignUpDraft,
  hash: string,
): Promise<boolean> {
  const now = tools.clock.now();
  const confirmed = await tools.metadata.transaction(async (unit) => {
    // Locked, so that two concurrent uses of the link run one after the other.
    const { id = '' } = draft.invitation ?? {};
    if (!(await unit.lockRow('invitations', { id }))) return undefined;
    const existing = await findUserByEmail(unit, draft.email);
    if (existing?.isVerified) return undefined;
    const user = await beginAccount(tools, unit, draft, existing, now);
    await setPassword(unit, user.id, hash, now, tools.limits.passwords.historyMax);
    return { user, ended: await confirmUser(unit, user, visit, now) };
  });
  if (confirmed === undefined) return false;
  forgetAccess(tools.cache, confirmed.user.id, confirmed.ended);
  return true;
}

/**
 * Nobody has proved yet that the address is theirs, so the first sign-up has no priority: the last one wins, and
 * nothing of the earlier ones remains.
 */
async function beginAccount(
  tools: AccountTools,
  unit: Unit,
  { email, name }: SignUpDraft,
  existing: KnownUser | undefined,
  now: number,
): Promise<KnownUser> {
  if (existing !== undefined) {
    await restartUser(unit, existing, name, now);
    return existing;
  }
  const unconfirmed = { email, name, isVerified: false };
  return (await needsOwnOrganization(tools, unit, email))
    ? insertUser(unit, unconfirmed, tools.defaultPlan, now)
    : insertPerson(unit, unconfirmed, now);
}

/** True when a mail goes out. */
async function insertOrNote(
  tools: AccountTools,
  draft: SignUpDraft,
  hash: string,
  canMail: boolean,
): Promise<boolean> {
  const now = tools.clock.now();
  const { historyMax } = tools.limits.passwords;
  return tools.metadata.transaction(async (unit) => {
    const existing = await findUserByEmail(unit, draft.email);
    if (existing?.isVerified) return canMail && noteToOwner(tools, unit, existing);
    const user = await beginAccount(tools, unit, draft, existing, now);
    await setPassword(unit, user.id, hash, now, historyMax);
    return canMail && sendVerification(tools, unit, user);
  });
}

/** At most one note in a while, like the links. */
async function noteToOwner(tools: AccountTools, unit: Unit, owner: KnownUser): Promise<boolean> {
  const { linkEveryMs: everyMs } = tools.limits.accounts;
  const rules = { kind: 'existing-account', lifetimeMs: everyMs, everyMs } as const;
  if ((await createLink(unit, owner.id, rules, tools.clock.now())) === undefined) return false;
  await tools.enqueueMail(unit, existingAccountMail(owner, tools.publicOrigin()));
  return true;
}
