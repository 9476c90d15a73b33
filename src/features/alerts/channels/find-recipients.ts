import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';
import { readAddresses } from '../tables/alert-addresses-table.ts';
import type { ChannelSettings } from './channel-settings.ts';

type Reader = Pick<Metadata, 'db'> | Unit;
type Recipients = Pick<ChannelSettings, 'roles' | 'members' | 'addresses'>;

/**
 * Current mail recipients of a channel, without members who have left or lost their role and without unconfirmed
 * addresses. If none remain, the Owners receive the mails, so that no alert is lost.
 */
export async function findRecipients(
  reader: Reader,
  organization: OrganizationId,
  { roles, members, addresses }: Recipients,
): Promise<string[]> {
  const everyone = await readMemberAddresses(reader, organization);
  const wanted = new Set(addresses);
  const confirmed = wanted.size === 0 ? [] : await readAddresses(reader, organization);
  const found = new Set([
    ...everyone
      .filter(
        ({ id, role, email }) => roles.includes(role) || members.includes(id) || wanted.has(email),
      )
      .map(({ email }) => email),
    ...confirmed
      .filter(({ email, confirmed_at: at }) => at !== null && wanted.has(email))
      .map(({ email }) => email),
  ]);
  if (found.size > 0) return [...found].toSorted();
  const owners = everyone.filter(({ role }) => role === 'owner');
  return [...new Set(owners.map(({ email }) => email))].toSorted();
}
