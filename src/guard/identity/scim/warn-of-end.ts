import { isoTime } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import type { ScimTokenRow } from '../../../engines/metadata/tables/access.ts';
import { SCIM_TOKEN_WARNING_DAYS } from '../../../spec/identity.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { readMemberAddresses, scimTokens } from '../../access/index.ts';
import type { ScimNeeds } from '../identity-needs.ts';

/** Warns of expiring tokens: without access, a directory suspends nobody who leaves. */
export async function warnOfEnd(needs: ScimNeeds): Promise<void> {
  const { metadata, clock } = needs;
  const now = clock.now();
  const days = SCIM_TOKEN_WARNING_DAYS;
  const soon = now + Math.max(...days) * DAY_MS;
  for (const token of await scimTokens.readEnding(metadata, now, soon)) {
    const due = days.filter((each) => token.expires_at - now <= each * DAY_MS);
    const day = Math.min(...due);
    if (token.warned_days !== null && token.warned_days <= day) continue;
    await mailThatTokenEnds(needs, token, day);
  }
}

async function mailThatTokenEnds(
  { metadata, access }: ScimNeeds,
  { id, name, organization_id, expires_at: end }: ScimTokenRow,
  day: number,
): Promise<void> {
  const organization = organizationId(organization_id);
  const text = [
    `The SCIM token ${name} expires on ${isoTime(end)}. After that, your directory can neither add nor suspend members.`,
    'Create a second token, enter it in the directory, then revoke this one.',
    new URL('/settings/directory', access.publicOrigin()).href,
  ].join('\n\n');
  await metadata.transaction(async (unit) => {
    await scimTokens.update(unit, organization, id, { warned_days: day });
    for (const { role, email } of await readMemberAddresses(unit, organization)) {
      const subject = `SCIM token expires: ${name}`;
      if (role !== 'owner') continue;
      await access.enqueueMail(unit, { to: email, subject, text: `${text}\n` });
    }
  });
}
