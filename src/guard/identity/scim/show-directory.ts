/** Users and groups as SCIM shows them. */
import { isoTime } from '../../../base/clock.ts';
import type {
  DirectoryGroupRow,
  DirectoryUserRow,
} from '../../../engines/metadata/tables/identity.ts';
import type { DirectoryUser } from './directory-user.ts';
import type { Membership } from './directory-table.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface Needs {
  readonly publicOrigin: () => string;
}

export function scimUrl({ publicOrigin }: Needs, path: string): string {
  return `${publicOrigin()}/scim/v2${path}`;
}

export function documentOf(row: DirectoryUserRow): DirectoryUser {
  return JSON.parse(row.attributes) as DirectoryUser;
}

export function showUser(
  needs: Needs,
  row: DirectoryUserRow,
  memberships: readonly Membership[],
): Record<string, unknown> {
  const { userName, externalId, displayName, name, emails } = documentOf(row);
  return {
    schemas: [USER_SCHEMA],
    id: row.id,
    ...(externalId === undefined ? {} : { externalId }),
    userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(emails.length === 0 ? {} : { emails }),
    active: row.active === 1,
    groups: memberships
      .filter(({ directory_user_id: id }) => id === row.id)
      .map(({ group_id: value, group: display }) => ({ value, display })),
    meta: metaOf(needs, 'User', row),
  };
}

export function showGroup(
  needs: Needs,
  row: DirectoryGroupRow,
  memberships: readonly Membership[],
  isWithoutMembers: boolean,
): Record<string, unknown> {
  const members = memberships
    .filter(({ group_id: id }) => id === row.id)
    .map(({ directory_user_id: value, user: display }) => ({
      value,
      ...(display === null ? {} : { display }),
      $ref: scimUrl(needs, `/Users/${value}`),
    }));
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    ...(isWithoutMembers ? {} : { members }),
    meta: metaOf(needs, 'Group', row),
  };
}

function metaOf(
  needs: Needs,
  resourceType: 'Group' | 'User',
  row: DirectoryGroupRow | DirectoryUserRow,
) {
  return {
    resourceType,
    created: isoTime(row.created_at),
    lastModified: isoTime(row.updated_at),
    location: scimUrl(needs, `/${resourceType}s/${row.id}`),
  };
}
