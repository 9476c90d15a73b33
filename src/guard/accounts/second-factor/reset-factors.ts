import { AppError } from '../../../base/errors.ts';
import type { SignedIn } from '../../../http/gate.ts';
import { recordOperatorEntry } from '../../access/index.ts';
import type { AccountTools, Visit } from '../account-needs.ts';
import { auditUser, endSessions, findUserByEmail } from '../users-table.ts';
import { factorResetMail } from './factor-mails.ts';
import { deleteFactors, forgetGuesses, setRecoveryCodes } from './second-factors-table.ts';

/** By an operator, for somebody who has lost every factor. Answers how many there were. */
export async function resetFactors(
  tools: AccountTools,
  visit: Visit,
  operator: Pick<SignedIn, 'id' | 'email'>,
  email: string,
): Promise<number> {
  const user = await findUserByEmail(tools.metadata, email);
  if (user === undefined) {
    throw new AppError('NOT_FOUND', 'No account has this email address.');
  }
  if (user.id === operator.id) {
    throw new AppError('CONFLICT', 'Another operator must reset your own second factor.');
  }
  const count = await tools.metadata.transaction(async (unit) => {
    await unit.lockRow('users', { id: user.id });
    const removed = await deleteFactors(unit, user.id);
    if (removed === 0) {
      throw new AppError('CONFLICT', 'This account has no second factor.');
    }
    await setRecoveryCodes(unit, user.id, []);
    await forgetGuesses(unit, user.id);
    await endSessions(unit, user.id);
    const now = tools.clock.now();
    const details = { by: 'operator' };
    await auditUser(unit, user, visit, { action: 'user.second_factor_reset', details }, now);
    const subject = { ...visit, email: operator.email };
    const entry = { action: 'user.second_factor_reset', resource: user.id } as const;
    await recordOperatorEntry(unit, subject, { ...entry, details: { email: user.email } }, now);
    await tools.enqueueMail(unit, factorResetMail(user, tools.publicOrigin(), operator.email));
    return removed;
  });
  tools.cache.forget(user.id);
  return count;
}
