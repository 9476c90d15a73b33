import { isUniqueViolation } from '../../../engines/metadata/metadata.ts';
import type { AccountTools } from './account-needs.ts';
import { existingAccountMail } from './account-mails.ts';
import { requireGoodPassword } from './password-rules.ts';
import { findUserByEmail, insertUser, setPassword } from './users-table.ts';
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
  await requireGoodPassword(tools, 'password', draft.password);
  const hash = await tools.hasher.hash(draft.password);
  try {
    await insertOrNote(tools, draft, hash);
  } catch (error) {
    // Somebody else took the address between the look and the insertion: now it is there to be seen.
    if (!isUniqueViolation(error, 'users_email')) throw error;
    await insertOrNote(tools, draft, hash);
  }
}

async function insertOrNote(tools: AccountTools, draft: SignUpDraft, hash: string): Promise<void> {
  const now = tools.clock.now();
  const { historyMax } = tools.limits.passwords;
  await tools.metadata.transaction(async (unit) => {
    const existing = await findUserByEmail(unit, draft.email);
    if (existing?.isVerified) {
      await tools.enqueueMail(unit, existingAccountMail(existing, tools.publicOrigin()));
      return;
    }
    if (existing !== undefined) return sendVerification(tools, unit, existing);
    const user = await insertUser(unit, { ...draft, isVerified: false }, now);
    await setPassword(unit, user.id, hash, now, historyMax);
    await sendVerification(tools, unit, user);
  });
}
