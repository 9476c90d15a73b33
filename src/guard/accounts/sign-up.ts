import { isUniqueViolation, type Unit } from '../../engines/metadata/metadata.ts';
import { mayMail, noteMail } from '../access/index.ts';
import type { AccountTools } from './account-needs.ts';
import { existingAccountMail } from './account-mails.ts';
import { createLink } from './links-table.ts';
import { requireGoodPassword } from './password-rules.ts';
import { requireOpenSignUp } from './open-sign-up.ts';
import {
  findUserByEmail,
  insertUser,
  type KnownUser,
  restartUser,
  setPassword,
} from './users-table.ts';
import { sendVerification } from './verify-email.ts';

export interface SignUpDraft {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/**
 * A new account, or a note to the owner of the one that has the address already. Both take one hash and
 * one transaction, and the caller cannot tell them apart.
 */
export async function signUp(tools: AccountTools, draft: SignUpDraft): Promise<void> {
  await requireOpenSignUp(tools, draft.email);
  await requireGoodPassword(tools, 'password', draft.password);
  const hash = await tools.hasher.hash(draft.password);
  const canMail = await mayMail(tools, draft.email);
  let isMailed: boolean;
  try {
    isMailed = await insertOrNote(tools, draft, hash, canMail);
  } catch (error) {
    // Somebody else took the address between the look and the insertion: now it is there to be seen.
    if (!isUniqueViolation(error, 'users_email')) throw error;
    isMailed = await insertOrNote(tools, draft, hash, canMail);
  }
  if (isMailed) await noteMail(tools, draft.email);
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
    const unconfirmed = { ...draft, isVerified: false };
    const existing = await findUserByEmail(unit, draft.email);
    if (existing?.isVerified) return canMail && noteToOwner(tools, unit, existing);
    // Nobody has shown yet that the address is theirs, so whoever was here first has no right to it: the
    // last one to sign up decides, and nothing of those before is left.
    if (existing !== undefined) await restartUser(unit, existing, draft.name, now);
    const user = existing ?? (await insertUser(unit, unconfirmed, tools.defaultPlan, now));
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
