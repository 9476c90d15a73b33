import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { type Permission, roleHolds } from '../../../spec/roles.ts';
import { findApiKey } from '../credentials/api-keys-table.ts';
import { credentialState } from '../credentials/credential-needs.ts';
import { findLongestElevation } from '../elevation/elevations-table.ts';
import { permissionsOfKey } from '../permissions.ts';
import { findMemberByAddress } from './members-table.ts';

interface Needs {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
}

/** Whether the person or key with this name in the audit log (an address or a key ID) has a permission now. */
export async function holdsPermission(
  { metadata, clock }: Needs,
  organization: OrganizationId,
  name: string,
  permission: Permission,
): Promise<boolean> {
  const member = await findMemberByAddress(metadata, organization, name);
  if (member !== undefined) {
    if (roleHolds(member.role, permission)) return true;
    const lent = await findLongestElevation(metadata, organization, member.id, clock.now());
    return lent !== undefined && roleHolds(lent.role, permission);
  }
  const key = await findApiKey(metadata, organization, name);
  if (key === undefined || credentialState(key, clock.now()) !== 'active') return false;
  return permissionsOfKey(key.scope).has(permission);
}
