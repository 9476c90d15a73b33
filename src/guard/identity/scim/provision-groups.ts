/** Manages directory groups. Each change of members recomputes the roles of these members. */
import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { isObject, type JsonObject } from '../../../base/is-object.ts';
import type { DirectoryGroupRow } from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { recordAudit } from '../../audit/index.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import { changeDirectory } from './change-directory.ts';
import { fieldOf, textOf } from './directory-user.ts';
import { readRoleRules } from './directory-role.ts';
import {
  addGroupMembers,
  countDirectoryGroups,
  findDirectoryGroup,
  insertDirectoryGroup,
  readDirectoryUsers,
  readUsersOf,
  removeDirectoryGroup,
  removeGroupMembers,
  updateDirectoryGroup,
} from './directory-table.ts';
import { planLimitOf } from './plan-limit-of.ts';
import { isKept, type Operation, readOperations, unknownPath } from './read-operations.ts';
import { scimInvalid, scimTaken } from './scim-error.ts';
import { type Change, settleStanding } from './settle-standing.ts';

interface Group {
  readonly displayName: string;
  readonly externalId: string | undefined;
  /** Ids of users. */
  readonly members: readonly string[];
}

export async function createGroup(
  needs: ScimNeeds,
  actor: Actor,
  body: JsonObject,
): Promise<DirectoryGroupRow> {
  const { organization } = actor;
  const group = readGroup(body);
  return changeDirectory(needs, actor, async (change) => {
    const { unit, now } = change;
    await requireFree(change, group, undefined);
    const { directoryGroupsMax: max } = LIMITS.identity;
    if ((await countDirectoryGroups(unit, organization)) >= max) throw planLimitOf('groups', max);
    const row: DirectoryGroupRow = {
      id: newId('directoryGroup'),
      organization_id: organization,
      display_name: group.displayName,
      external_id: group.externalId ?? null,
      created_at: now,
      updated_at: now,
    };
    await insertDirectoryGroup(unit, row);
    await setMembers(change, row.id, [], group.members);
    await tellOfGroup(change, 'directory_group.created', row, group.members.length);
    return row;
  });
}

export async function replaceGroup(
  needs: ScimNeeds,
  actor: Actor,
  id: string,
  body: JsonObject,
): Promise<DirectoryGroupRow> {
  return changeGroup(needs, actor, id, () => readGroup(body));
}

/** All operations, or none of them. */
export async function patchGroup(
  needs: ScimNeeds,
  actor: Actor,
  id: string,
  body: JsonObject,
): Promise<DirectoryGroupRow> {
  const operations = readOperations(body).filter(({ path }) => isKept(path));
  return changeGroup(needs, actor, id, (before) => operations.reduce(patchOnce, before));
}

export async function deleteGroup(needs: ScimNeeds, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  await changeDirectory(needs, actor, async (change) => {
    const { unit } = change;
    const row = await findDirectoryGroup(unit, organization, id);
    if (row === undefined) throw notFound('group');
    const members = await membersOf(change, id);
    await removeGroupMembers(unit, organization, id, members);
    // Removing the last group also ends group-managed roles, so the members' roles are computed first.
    await settleAll(change, members);
    await removeDirectoryGroup(unit, organization, id);
    await tellOfGroup(change, 'directory_group.deleted', row, members.length);
    return undefined;
  });
}

async function changeGroup(
  needs: ScimNeeds,
  actor: Actor,
  id: string,
  changed: (before: Group) => Group,
): Promise<DirectoryGroupRow> {
  const { organization } = actor;
  return changeDirectory(needs, actor, async (change) => {
    const { unit, now } = change;
    const row = await findDirectoryGroup(unit, organization, id);
    if (row === undefined) throw notFound('group');
    const members = await membersOf(change, id);
    const before = {
      displayName: row.display_name,
      externalId: row.external_id ?? undefined,
      members,
    };
    const after = changed(before);
    await requireFree(change, after, id);
    const next = {
      ...row,
      display_name: after.displayName,
      external_id: after.externalId ?? null,
      updated_at: now,
    };
    await updateDirectoryGroup(unit, organization, id, next);
    const isRenamed =
      before.displayName !== after.displayName || before.externalId !== after.externalId;
    await setMembers(change, id, members, after.members, isRenamed);
    await tellOfGroup(change, 'directory_group.updated', next, after.members.length);
    return next;
  });
}

function readGroup(body: JsonObject): Group {
  const displayName = textOf(fieldOf(body, 'displayName'), 'displayName');
  if (displayName === undefined) throw scimInvalid('invalidValue', 'displayName is required.');
  const externalId = textOf(fieldOf(body, 'externalId'), 'externalId');
  return { displayName, externalId, members: idsIn(fieldOf(body, 'members')) };
}

function patchOnce(group: Group, operation: Operation): Group {
  const { op, path, value } = operation;
  if (path.attribute === 'members') return { ...group, members: patchMembers(group, operation) };
  if (path.filter !== undefined || path.part !== undefined) throw unknownPath(path);
  const text = op === 'remove' ? undefined : textOf(value, path.attribute);
  if (path.attribute === 'externalid') return { ...group, externalId: text };
  if (path.attribute !== 'displayname') throw unknownPath(path);
  if (text === undefined) throw scimInvalid('invalidValue', 'displayName is required.');
  return { ...group, displayName: text };
}

/** Entra ID removes members by a list in the value, Okta by a filter in the path. */
function patchMembers({ members }: Group, { op, path, value }: Operation): readonly string[] {
  const { filter, part } = path;
  if (part !== undefined && part !== 'value') throw unknownPath(path);
  if (filter !== undefined) {
    if (filter.attribute !== 'value') {
      throw scimInvalid('invalidFilter', `members can't be found by ${filter.attribute}.`);
    }
    if (op !== 'remove') throw unknownPath(path);
    return members.filter((id) => id !== filter.value);
  }
  if (op === 'remove') {
    if (value === undefined || value === null) return [];
    const gone = new Set(idsIn(value));
    return members.filter((id) => !gone.has(id));
  }
  return op === 'replace' ? idsIn(value) : [...new Set([...members, ...idsIn(value)])];
}

function idsIn(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ids = given.map((each) => {
    const id = isObject(each) ? fieldOf(each, 'value') : each;
    if (typeof id === 'string' && id !== '') return id;
    throw scimInvalid('invalidValue', 'Each member needs the id of a user as its value.');
  });
  return [...new Set(ids)];
}

async function membersOf({ unit, actor }: Change, id: string): Promise<readonly string[]> {
  const rows = await readUsersOf(unit, actor.organization, [id]);
  return rows.map(({ directory_user_id: user }) => user);
}

async function setMembers(
  change: Change,
  group: string,
  before: readonly string[],
  after: readonly string[],
  isEveryoneConcerned = false,
): Promise<void> {
  const { unit, actor } = change;
  const { organization } = actor;
  const { directoryGroupMembersMax: max } = LIMITS.identity;
  if (after.length > max) throw planLimitOf('members in a group of the directory', max);
  const added = after.filter((id) => !before.includes(id));
  const known = await readDirectoryUsers(unit, organization, added);
  if (known.length !== added.length) {
    throw scimInvalid('invalidValue', 'A member of the group is no user of this directory.');
  }
  const gone = before.filter((id) => !after.includes(id));
  await removeGroupMembers(unit, organization, group, gone);
  await addGroupMembers(unit, organization, group, added);
  const concerned = isEveryoneConcerned ? [...before, ...added] : [...gone, ...added];
  await settleAll(change, concerned);
}

/** Groups may be the first ones, so what they mean is read again. */
async function settleAll(change: Change, ids: readonly string[]): Promise<void> {
  const { unit, actor } = change;
  const rules = await readRoleRules(unit, actor.organization);
  for (const row of await readDirectoryUsers(unit, actor.organization, ids)) {
    await settleStanding({ ...change, rules }, row);
  }
}

/** Groups with the same name are distinguished only by the ids that the directory assigns to them. */
async function requireFree(
  { unit, actor }: Change,
  { displayName, externalId }: Group,
  own: string | undefined,
): Promise<void> {
  const { organization } = actor;
  const key =
    externalId === undefined ? { display_name: displayName } : { external_id: externalId };
  const known = await findDirectoryGroup(unit, organization, key);
  if (known === undefined || known.id === own) return;
  const name = externalId === undefined ? 'displayName' : 'externalId';
  throw scimTaken(`Another group of the directory has this ${name}.`);
}

async function tellOfGroup(
  { unit, actor, now }: Change,
  action: 'directory_group.created' | 'directory_group.deleted' | 'directory_group.updated',
  { id, display_name: name }: DirectoryGroupRow,
  members: number,
): Promise<void> {
  await recordAudit(unit, actor, { action, resource: id, details: { name, members } }, now);
}
