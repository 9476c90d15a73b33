/** Users and groups of directories. Each statement names its organization. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type {
  DirectoryGroupRow,
  DirectoryUserRow,
  ScimRequestRow,
} from '../../../engines/metadata/tables/identity.ts';
import type { Condition } from './read-filter.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const users = organizationRows('directory_users');
export const {
  find: findDirectoryUser,
  insert: insertDirectoryUser,
  update: updateDirectoryUser,
  remove: removeDirectoryUser,
  count: countDirectoryUsers,
} = users;

const groups = organizationRows('directory_groups');
export const {
  find: findDirectoryGroup,
  insert: insertDirectoryGroup,
  update: updateDirectoryGroup,
  remove: removeDirectoryGroup,
  count: countDirectoryGroups,
} = groups;

export interface Slice {
  readonly conditions: readonly Condition[];
  readonly offset: number;
  readonly limit: number;
}

interface Found<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

export async function findDirectoryUsers(
  { db }: Reader,
  organization: OrganizationId,
  { conditions, offset, limit }: Slice,
): Promise<Found<DirectoryUserRow>> {
  let query = db.selectFrom('directory_users').where('organization_id', '=', organization);
  for (const { attribute, value } of conditions) {
    switch (attribute) {
      case 'id':
        query = query.where('id', '=', String(value));
        break;
      case 'userName':
        query = query.where('user_name_key', '=', String(value).toLowerCase());
        break;
      case 'externalId':
        query = query.where('external_id', '=', String(value));
        break;
      case 'displayName':
        query = query.where('display_name', '=', String(value));
        break;
      case 'active':
        query = query.where('active', '=', String(value).toLowerCase() === 'true' ? 1 : 0);
        break;
    }
  }
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = query.selectAll().orderBy('created_at').orderBy('id').offset(offset).limit(limit);
  return { total, rows: limit === 0 ? [] : await page.execute() };
}

export async function findDirectoryGroups(
  { db }: Reader,
  organization: OrganizationId,
  { conditions, offset, limit }: Slice,
): Promise<Found<DirectoryGroupRow>> {
  let query = db.selectFrom('directory_groups').where('organization_id', '=', organization);
  for (const { attribute, value } of conditions) {
    if (attribute === 'id') query = query.where('id', '=', String(value));
    if (attribute === 'externalId') query = query.where('external_id', '=', String(value));
    if (attribute === 'displayName') query = query.where('display_name', '=', String(value));
  }
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = query.selectAll().orderBy('created_at').orderBy('id').offset(offset).limit(limit);
  return { total, rows: limit === 0 ? [] : await page.execute() };
}

export interface Membership {
  readonly group_id: string;
  readonly directory_user_id: string;
  readonly group: string;
  readonly externalId: string | null;
  readonly user: string | null;
}

function membershipQuery({ db }: Reader, organization: OrganizationId) {
  return db
    .selectFrom('directory_group_members')
    .innerJoin('directory_groups', 'directory_groups.id', 'directory_group_members.group_id')
    .innerJoin('directory_users', 'directory_users.id', 'directory_group_members.directory_user_id')
    .select(['directory_group_members.group_id', 'directory_group_members.directory_user_id'])
    .select('directory_groups.display_name as group')
    .select('directory_groups.external_id as externalId')
    .select('directory_users.display_name as user')
    .where('directory_group_members.organization_id', '=', organization);
}

/** Groups that users are in. */
export async function readGroupsOf(
  reader: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Membership[]> {
  if (ids.length === 0) return [];
  return membershipQuery(reader, organization)
    .where('directory_group_members.directory_user_id', 'in', ids)
    .orderBy('directory_group_members.group_id')
    .execute();
}

/** Users that are in groups. */
export async function readUsersOf(
  reader: Reader,
  organization: OrganizationId,
  groupIds: readonly string[],
): Promise<Membership[]> {
  if (groupIds.length === 0) return [];
  return membershipQuery(reader, organization)
    .where('directory_group_members.group_id', 'in', groupIds)
    .orderBy('directory_group_members.directory_user_id')
    .execute();
}

export async function readDirectoryUsers(
  reader: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<DirectoryUserRow[]> {
  return ids.length === 0 ? [] : users.among(reader, organization, ids);
}

export async function allDirectoryUsers(
  reader: Reader,
  organization: OrganizationId,
): Promise<DirectoryUserRow[]> {
  return users.list(reader, organization, {}, 'created_at', 'id');
}

/** Once there are groups, those in assertions count no longer. */
export async function hasDirectoryGroups(
  { db }: Reader,
  organization: OrganizationId,
): Promise<boolean> {
  const found = await db
    .selectFrom('directory_groups')
    .select('id')
    .where('organization_id', '=', organization)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function addGroupMembers(
  { db }: Unit,
  organization: OrganizationId,
  group: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({
    organization_id: organization,
    group_id: group,
    directory_user_id: id,
  }));
  await db.insertInto('directory_group_members').values(rows).execute();
}

export async function removeGroupMembers(
  { db }: Unit,
  organization: OrganizationId,
  group: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('directory_group_members')
    .where('organization_id', '=', organization)
    .where('group_id', '=', group)
    .where('directory_user_id', 'in', ids)
    .execute();
}

const requests = organizationRows('scim_requests');
export const { insert: insertScimRequest } = requests;

/** Newest first. */
export async function readScimRequests(
  { db }: Reader,
  organization: OrganizationId,
  max: number,
): Promise<ScimRequestRow[]> {
  return db
    .selectFrom('scim_requests')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
}

/** All but the newest. */
export async function forgetScimRequests(
  { db }: Unit,
  organization: OrganizationId,
  kept: number,
): Promise<void> {
  const oldest = await db
    .selectFrom('scim_requests')
    .select('created_at')
    .where('organization_id', '=', organization)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await db
    .deleteFrom('scim_requests')
    .where('organization_id', '=', organization)
    .where('created_at', '<=', oldest.created_at)
    .execute();
}
