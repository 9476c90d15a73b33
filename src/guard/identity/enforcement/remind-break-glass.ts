import { organizationId } from '../../../base/ids.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { readUnusedBreakGlass, updateBreakGlass } from '../../access/index.ts';
import type { ScimNeeds } from '../identity-needs.ts';

/** A password that was not used for half a year may be unknown on the day it is needed. */
export async function remindBreakGlass(needs: ScimNeeds): Promise<void> {
  const { metadata, clock, access } = needs;
  const now = clock.now();
  const { breakGlassReminderMs } = LIMITS.identity;
  const days = breakGlassReminderMs / DAY_MS;
  for (const row of await readUnusedBreakGlass(metadata, now - breakGlassReminderMs)) {
    const text = [
      `You are a break-glass Owner, but haven't signed in with your password for ${days} days. Your organization requires sign-in through its identity provider; if that fails, your password is the way in.`,
      'Sign in with your password once, to check that it works.',
      new URL('/sign-in', access.publicOrigin()).href,
    ].join('\n\n');
    await metadata.transaction(async (unit) => {
      const organization = organizationId(row.organization_id);
      await updateBreakGlass(
        unit,
        organization,
        { member_id: row.member_id },
        { reminded_at: now },
      );
      const subject = 'Check your break-glass password';
      await access.enqueueMail(unit, { to: row.email, subject, text: `${text}\n` });
    });
  }
}
