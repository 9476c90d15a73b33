import { organizationId, type UserId } from '../../../base/ids.ts';
import type { Mail } from '../../../engines/mail/mail.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { recordAuditFor } from '../../audit/index.ts';
import { readOwnerEmails } from '../members/members-table.ts';
import type { Origin } from '../note-use.ts';
import { readBreakGlassOf, updateBreakGlass } from './required-sign-in-table.ts';

interface Needs {
  readonly enqueueMail: (unit: Unit, mail: Mail) => Promise<void>;
}

/** A password opened an organization that requires another sign-in: every Owner hears of it. */
export async function noteBreakGlass(
  needs: Needs,
  unit: Unit,
  user: { readonly id: UserId; readonly email: string },
  { ipAddress, userAgent }: Origin,
  now: number,
): Promise<void> {
  for (const { organization_id: id, member_id: member } of await readBreakGlassOf(unit, user.id)) {
    const organization = organizationId(id);
    await updateBreakGlass(unit, organization, { member_id: member }, { used_at: now });
    const subject = { organization, actorName: user.email, ipAddress, userAgent };
    const action = 'user.break_glass_login_succeeded';
    await recordAuditFor(unit, subject, { action, resource: user.id }, now);
    const text = [
      `${user.email} signed in with a password, from ${ipAddress}. Your organization requires everyone else to sign in through the identity provider.`,
      'If you did not expect this, change the list of break-glass Owners, and reset the password.',
    ].join('\n\n');
    for (const to of await readOwnerEmails(unit, organization)) {
      await needs.enqueueMail(unit, { to, subject: 'Break-glass sign-in', text: `${text}\n` });
    }
  }
}
