import type { OrganizationId } from '../../../base/ids.ts';
import { markQuotaWarning, planFor } from '../../limits/index.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { readOwnerEmails } from '../members/members-table.ts';
import { readOrganization } from './organizations-table.ts';

type WarnNeeds = Pick<
  AccessNeeds,
  'metadata' | 'clock' | 'plans' | 'quotaWarnRatio' | 'publicOrigin' | 'enqueueMail'
>;

const AFTERWARDS = {
  pause_until_next_day: 'At 100%, new events are rejected until 00:00 UTC.',
  hold: 'At 100%, new events are queued for up to 1 hour. They are stored after 00:00 UTC or a plan upgrade, otherwise discarded.',
} as const;

/** Mails all Owners that the daily quota is nearly used up: once a day across all nodes. */
export async function warnOfQuota(
  needs: WarnNeeds,
  organization: OrganizationId,
  day: string,
): Promise<void> {
  await needs.metadata.transaction(async (unit) => {
    if (!(await markQuotaWarning(unit, organization, day, needs.clock.now()))) return;
    const row = await readOrganization(unit, organization);
    const { name, plan } = row;
    const { dailyBytes, overage } = planFor(needs.plans, row);
    if (dailyBytes === null) return;
    const percent = Math.round(needs.quotaWarnRatio * 100);
    const text = [
      `${name} has used ${percent}% of its daily quota of ${dailyBytes.toLocaleString('en')} bytes (${plan} plan) on ${day} (UTC).`,
      AFTERWARDS[overage],
      `Usage and plan: ${needs.publicOrigin()}/settings/billing`,
    ].join('\n\n');
    for (const to of await readOwnerEmails(unit, organization)) {
      const subject = `Daily quota at ${percent}%: ${name}`;
      await needs.enqueueMail(unit, { to, subject, text: `${text}\n` });
    }
  });
}
