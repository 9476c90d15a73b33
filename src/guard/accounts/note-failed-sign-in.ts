import type { AccountTools, Visit } from './account-needs.ts';
import { auditUser, findUserByEmail } from './users-table.ts';
import { mailVerification } from './verify-email.ts';

/**
 * Records the failure in the organizations of the account; without an account, nothing is recorded. Runs after the
 * response, whose duration would reveal the difference. If the password was right and only the confirmation is missing,
 * sends another link.
 */
export async function noteFailedSignIn(
  tools: AccountTools,
  visit: Visit,
  email: string,
  status: number,
): Promise<void> {
  await tools.background.run(async () => {
    const user = await findUserByEmail(tools.metadata, email);
    if (user === undefined) return;
    const isUnconfirmed = status === 403;
    const details = { reason: isUnconfirmed ? 'email not verified' : 'wrong password' };
    await tools.metadata.transaction(async (unit) => {
      const event = { action: 'user.login_failed', details } as const;
      await auditUser(unit, user, visit, event, tools.clock.now());
    });
    if (isUnconfirmed) await mailVerification(tools, user);
  });
}
