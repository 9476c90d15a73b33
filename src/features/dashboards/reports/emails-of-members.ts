import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';

/** Where each member is reached, by the id of the person: reports go to people, however they are a member. */
export async function emailsOfMembers(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
): Promise<ReadonlyMap<string, string>> {
  const members = await readMemberAddresses(reader, organization);
  return new Map(members.map(({ user_id: user, email }) => [user, email]));
}
