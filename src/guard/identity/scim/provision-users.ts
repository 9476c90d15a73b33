/** Users of a directory, and what becomes of their memberships. */
import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import { newId, userId } from '../../../base/ids.ts';
import type { JsonObject } from '../../../base/is-object.ts';
import type { DirectoryUserRow } from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { planLimitOf } from './plan-limit-of.ts';
import {
  deleteMember,
  endWork,
  findMemberOf,
  isLastOwner,
  removeSuspended,
} from '../../access/index.ts';
import { admitPerson, forgetAccess, removeUnheldAccount } from '../../accounts/index.ts';
import { findProved } from '../domains/domains-table.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import { changeDirectory, LAST_OWNER } from './change-directory.ts';
import { addressOf, type DirectoryUser, personName, readUser } from './directory-user.ts';
import {
  countDirectoryUsers,
  findDirectoryUser,
  insertDirectoryUser,
  removeDirectoryUser,
  updateDirectoryUser,
} from './directory-table.ts';
import { patchUser } from './patch-user.ts';
import { readOperations } from './read-operations.ts';
import { scimInvalid, scimTaken } from './scim-error.ts';
import { type Change, settleStanding, tell, tellOfLastOwner } from './settle-standing.ts';
import { documentOf } from './show-directory.ts';

export async function createUser(
  needs: ScimNeeds,
  actor: Actor,
  body: JsonObject,
): Promise<DirectoryUserRow> {
  const { organization, ipAddress, userAgent } = actor;
  const user = readUser(body, true);
  const { row, admitted } = await changeDirectory(needs, actor, async (change) => {
    const { unit, now } = change;
    await requireFree(change, user, undefined);
    const email = await requireOwnAddress(change, user);
    const { directoryUsersMax: max } = LIMITS.identity;
    if ((await countDirectoryUsers(unit, organization)) >= max) {
      throw planLimitOf('users in the directory', max);
    }
    const person = { email, name: personName(user) };
    const visit = { ipAddress, userAgent };
    const before = await findDirectoryUserOf(change, email);
    if (before !== undefined) throw scimTaken('Another user of the directory has this address.');
    const admission = await admitPerson(unit, person, visit, now);
    const id = newId('directoryUser');
    const account = admission.user.id;
    change.touch(account);
    const made: DirectoryUserRow = {
      id,
      organization_id: organization,
      user_id: account,
      ...columnsOf(user, email),
      made_account: admission.isNew ? 1 : 0,
      created_at: now,
      updated_at: now,
    };
    if ((await findDirectoryUser(unit, organization, { user_id: account })) !== undefined) {
      throw scimTaken('Another user of the directory has this account.');
    }
    if ((await settleStanding(change, made)) === 'last-owner') return LAST_OWNER;
    await insertDirectoryUser(unit, made);
    return { row: made, admitted: admission };
  });
  forgetAccess(needs.access.cache, userId(row.user_id), admitted.ended);
  return row;
}

export async function replaceUser(
  needs: ScimNeeds,
  actor: Actor,
  id: string,
  body: JsonObject,
): Promise<DirectoryUserRow> {
  return changeUser(needs, actor, id, (before) => readUser(body, before.active));
}

/** All operations, or none of them. */
export async function patchDirectoryUser(
  needs: ScimNeeds,
  actor: Actor,
  id: string,
  body: JsonObject,
): Promise<DirectoryUserRow> {
  const operations = readOperations(body);
  return changeUser(needs, actor, id, (before) => patchUser(before, operations));
}

async function changeUser(
  needs: ScimNeeds,
  actor: Actor,
  id: string,
  changed: (before: DirectoryUser) => DirectoryUser,
): Promise<DirectoryUserRow> {
  const { organization } = actor;
  return changeDirectory(needs, actor, async (change) => {
    const { unit, now } = change;
    const row = await findDirectoryUser(unit, organization, id);
    if (row === undefined) throw notFound('user');
    const before = { ...documentOf(row), active: row.active === 1 };
    const after = changed(before);
    await requireFree(change, after, id);
    // An address that was accepted before is not checked again: its domain may have been lost since.
    const isMoved = addressOf(after) !== row.email;
    const email = isMoved ? await requireOwnAddress(change, after) : row.email;
    const next = { ...row, ...columnsOf(after, email), updated_at: now };
    if ((await settleStanding(change, next)) === 'last-owner') return LAST_OWNER;
    await updateDirectoryUser(unit, organization, id, next);
    return next;
  });
}

/** The membership ends, and with it an account that was made for it and opens nothing else. */
export async function deleteUser(needs: ScimNeeds, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  await changeDirectory(needs, actor, async (change) => {
    const { unit, now } = change;
    const row = await findDirectoryUser(unit, organization, id);
    if (row === undefined) throw notFound('user');
    const user = userId(row.user_id);
    change.touch(user);
    const member = await findMemberOf(unit, organization, user);
    const { ownersMin } = needs.access.limits;
    const isLast =
      member !== undefined && (await isLastOwner(unit, organization, member.role, ownersMin));
    const revokedTokens = await endWork(unit, organization, user, now);
    if (isLast) {
      await tellOfLastOwner(change, row, revokedTokens);
      return LAST_OWNER;
    }
    if (member !== undefined) await deleteMember(unit, organization, member.id);
    await removeSuspended(unit, organization, user);
    await removeDirectoryUser(unit, organization, id);
    const isAccountGone = row.made_account === 1 && (await removeUnheldAccount(unit, user));
    const details = { email: row.email, revokedTokens, isAccountDeleted: isAccountGone };
    await tell(change, 'member.deprovisioned', member?.id ?? id, details);
    return undefined;
  });
}

async function findDirectoryUserOf({ unit, actor }: Change, email: string) {
  return findDirectoryUser(unit, actor.organization, { email });
}

/** Names of users and the ids that the directory has for them are unique in it. */
async function requireFree(
  { unit, actor }: Change,
  { userName, externalId }: DirectoryUser,
  own: string | undefined,
): Promise<void> {
  const { organization } = actor;
  const named = await findDirectoryUser(unit, organization, {
    user_name_key: userName.toLowerCase(),
  });
  if (named !== undefined && named.id !== own) {
    throw scimTaken('Another user of the directory has this userName.');
  }
  if (externalId === undefined) return;
  const known = await findDirectoryUser(unit, organization, { external_id: externalId });
  if (known === undefined || known.id === own) return;
  throw scimTaken('Another user of the directory has this externalId.');
}

/** A directory can name any address: it counts where the organization has proved that the domain is its own. */
async function requireOwnAddress({ unit, actor }: Change, user: DirectoryUser): Promise<string> {
  const email = addressOf(user);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const proved = await findProved(unit, domain);
  if (proved?.organization_id === actor.organization) return email;
  throw scimInvalid('invalidValue', `The organization has not verified the domain ${domain}.`);
}

function columnsOf(user: DirectoryUser, email: string) {
  const { active, ...attributes } = user;
  return {
    user_name_key: user.userName.toLowerCase(),
    external_id: user.externalId ?? null,
    display_name: user.displayName ?? null,
    email,
    active: active ? 1 : 0,
    attributes: JSON.stringify(attributes),
  };
}
