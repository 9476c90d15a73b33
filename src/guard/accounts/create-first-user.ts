import { AppError, StartError } from '../../base/errors.ts';
import { EMAIL_PATTERN } from '../../contract/account-fields.ts';
import { claimInstallation } from '../access/index.ts';
import type { AccountTools } from './account-needs.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hasUsers, insertUser, setPassword } from './users-table.ts';

/**
 * Creates the user named by the operator: confirmed, and Owner of an organization. Only on a store without users;
 * otherwise returns false. An unacceptable password aborts the startup.
 */
export async function createFirstUser(
  tools: AccountTools,
  email: string,
  password: string,
): Promise<boolean> {
  if (await hasUsers(tools.metadata)) return false;
  if (!new RegExp(EMAIL_PATTERN).test(email)) {
    throw new StartError('XPLAIN_ADMIN_EMAIL is not a valid email address.');
  }
  try {
    await requireGoodPassword(tools, 'password', password);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const rules = (error.facts.details ?? []).map(({ message }) => message).join(' ');
    throw new StartError(`XPLAIN_ADMIN_PASSWORD is not allowed. ${rules}`, error);
  }
  const hash = await tools.hasher.hash(password);
  const now = tools.clock.now();
  return tools.metadata.transaction(async (unit) => {
    if (await hasUsers(unit)) return false;
    const draft = { name: '', email, isVerified: true };
    const user = await insertUser(unit, draft, tools.defaultPlan, now);
    await claimInstallation(unit, user, { ipAddress: '', userAgent: '' }, now);
    await setPassword(unit, user.id, hash, now, tools.limits.passwords.historyMax);
    return true;
  });
}
