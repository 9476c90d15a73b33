import type { OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { DefaultRole } from '../../../spec/identity.ts';
import { isAbove, type Role } from '../../../spec/roles.ts';
import { readConnections } from '../connections/connections-table.ts';
import { type ReadConnection, readConnectionRow } from '../connections/read-connection.ts';
import { hasDirectoryGroups } from './directory-table.ts';

/** What groups mean in an organization: the role maps of its connections, taken together. */
export interface RoleRules {
  readonly connections: readonly ReadConnection[];
  readonly hasGroups: boolean;
}

export interface DirectoryRole {
  /** Undefined: the user has no access. */
  readonly role: Role | undefined;
  /** The connection whose map decides; null: people decide by hand. */
  readonly managedBy: string | null;
}

export async function readRoleRules(unit: Unit, organization: OrganizationId): Promise<RoleRules> {
  const connections = (await readConnections(unit, organization)).map(readConnectionRow);
  return { connections, hasGroups: await hasDirectoryGroups(unit, organization) };
}

interface Present {
  readonly role: Role;
  readonly managedBy: string | null;
}

interface Group {
  readonly group: string;
  readonly externalId: string | null;
}

/**
 * A directory neither grants nor revokes the Owner role, and takes no role from a member whose groups it never mapped.
 */
export function directoryRole(
  { connections, hasGroups }: RoleRules,
  groups: readonly Group[],
  present: Present | undefined,
): DirectoryRole {
  if (present?.role === 'owner') return { role: 'owner', managedBy: null };
  const mapping = connections.filter(({ roleMap }) => roleMap.length > 0);
  const matching = mapping.flatMap((connection) =>
    connection.roleMap
      .filter(({ group }) => groups.some((each) => isNamed(connection, each, group)))
      .map(({ role }) => ({ role, managedBy: connection.id })),
  );
  const [first, ...others] = matching;
  if (first !== undefined) {
    return others.reduce((one, other) => (isAbove(other.role, one.role) ? other : one), first);
  }
  const isManaged = present !== undefined && present.managedBy !== null;
  // Until the directory has sent groups, it has not determined any roles.
  if (present !== undefined && (!isManaged || !hasGroups)) return present;
  const [byDefault] = [...mapping, ...connections];
  const role: DefaultRole = byDefault?.defaultRole ?? 'viewer';
  const managedBy = mapping[0]?.id ?? null;
  return { role: role === 'none' ? undefined : role, managedBy };
}

/** Groups of Entra ID have names that others have too, so only their IDs count. */
function isNamed(
  { preset }: ReadConnection,
  { group, externalId }: Group,
  mapped: string,
): boolean {
  return externalId === mapped || (preset !== 'entra' && group === mapped);
}
