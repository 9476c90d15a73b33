import { newId, organizationId, randomBase62, userId, type UserId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { AuditAction } from '../../spec/audit.ts';
import type { PlanName } from '../../spec/plans.ts';
import { DAY_MS } from '../../spec/units.ts';
import {
  ACCESS_CHANNEL,
  claimInstallation,
  createDefaultOrganization,
  defaultOrganizationName,
  readMemberships,
  renameCreatedBy,
} from '../access/index.ts';
import { recordAuditFor } from '../audit/index.ts';
import type { Visit } from './account-needs.ts';
import { dropSteps, forgetGuesses, forgetOldSteps } from './second-factor/second-factors-table.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export interface KnownUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/** Identifies the account row with the password among the ways to sign in. */
const PASSWORD_PROVIDER = 'credential';

export async function findUserByEmail(
  { db }: Reader,
  email: string,
): Promise<KnownUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row === undefined ? undefined : knownUser(row);
}

export async function findUser({ db }: Reader, id: UserId): Promise<KnownUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : knownUser(row);
}

function knownUser(row: {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: number;
}): KnownUser {
  const { id, name, email } = row;
  return { id: userId(id), name, email, isVerified: row.email_verified === 1 };
}

/** With an organization, which begins in the same transaction. */
export async function insertUser(
  unit: Unit,
  draft: { readonly name: string; readonly email: string; readonly isVerified: boolean },
  plan: PlanName,
  now: number,
): Promise<KnownUser> {
  const user = await insertPerson(unit, draft, now);
  await createDefaultOrganization(unit, user, plan, now);
  return user;
}

/** Inserts a user who does not belong to an organization yet. */
export async function insertPerson(
  unit: Unit,
  draft: { readonly name: string; readonly email: string; readonly isVerified: boolean },
  now: number,
): Promise<KnownUser> {
  const user = { id: userId(newId('user')), ...draft, email: draft.email.toLowerCase() };
  await unit.db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      email: user.email,
      email_verified: user.isVerified ? 1 : 0,
      image: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return user;
}

/** Resets an account that was never confirmed: another name, none of the earlier passwords. */
export async function restartUser(
  unit: Unit,
  user: KnownUser,
  name: string,
  now: number,
): Promise<void> {
  await unit.lockRow('users', { id: user.id });
  await unit.db
    .updateTable('users')
    .set({ name, updated_at: now })
    .where('id', '=', user.id)
    .execute();
  await unit.db.deleteFrom('password_history').where('user_id', '=', user.id).execute();
  const organization = defaultOrganizationName({ name, email: user.email });
  await renameCreatedBy(unit, user.id, organization, now);
}

/** Passwords and providers, all of them. */
export async function removeWaysIn({ db }: Unit, user: UserId): Promise<void> {
  await db.deleteFrom('accounts').where('user_id', '=', user).execute();
}

export async function hasPassword(reader: Reader, user: string): Promise<boolean> {
  return (await readPasswordHash(reader, userId(user))) !== undefined;
}

/** A password, or a provider. */
export async function hasWayIn({ db }: Reader, user: UserId): Promise<boolean> {
  const way = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', user)
    .limit(1)
    .executeTakeFirst();
  return way !== undefined;
}

/** Deletes a user with everything that belongs only to them. */
export async function deleteUser({ db }: Unit, user: UserId): Promise<void> {
  await db.deleteFrom('users').where('id', '=', user).execute();
}

export async function readPasswordHash({ db }: Reader, user: UserId): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', user)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Every new password goes through here, so the history misses none. */
export async function setPassword(
  unit: Unit,
  user: UserId,
  hash: string,
  now: number,
  historyMax: number,
): Promise<void> {
  await unit.db
    .insertInto('accounts')
    .values({
      id: randomBase62(24),
      user_id: user,
      account_id: user,
      provider_id: PASSWORD_PROVIDER,
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
      scope: null,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({
        password: hash,
        updated_at: now,
      }),
    )
    .execute();
  await unit.db
    .insertInto('password_history')
    .values({ user_id: user, hash, created_at: now })
    .execute();
  // Whoever guessed at the second factor knew the password before.
  await forgetGuesses(unit, user);
  const kept = await readPasswordHistory(unit, user, historyMax);
  await unit.db
    .deleteFrom('password_history')
    .where('user_id', '=', user)
    .where('hash', 'not in', kept)
    .execute();
}

/** Newest first. */
export async function readPasswordHistory(
  { db }: Reader,
  user: UserId,
  max: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('password_history')
    .select('hash')
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** False when it was confirmed before. The first one of all runs the installation. */
export async function confirmAddress(
  unit: Unit,
  user: KnownUser,
  visit: Visit,
  now: number,
): Promise<boolean> {
  const changed = await unit.db
    .updateTable('users')
    .set({ email_verified: 1, updated_at: now })
    .where('id', '=', user.id)
    .where('email_verified', '=', 0)
    .returning('id')
    .executeTakeFirst();
  if (changed === undefined) return false;
  await claimInstallation(unit, user, visit, now);
  return true;
}

/** Sessions of a user but one, and sign-ins that wait for a second factor; answers how many. Every node hears of it; this one has to forget by itself. */
export async function endSessions(unit: Unit, user: UserId, except?: string): Promise<number> {
  let query = unit.db.deleteFrom('sessions').where('user_id', '=', user);
  if (except !== undefined) query = query.where('id', '<>', except);
  const ended = await query.returning('id').execute();
  await dropSteps(unit, user);
  await unit.notify(ACCESS_CHANNEL, user);
  return ended.length;
}

/** The same for one of them. */
export async function endSession(unit: Unit, user: UserId, session: string): Promise<number> {
  const query = unit.db.deleteFrom('sessions').where('user_id', '=', user);
  const ended = await query.where('id', '=', session).returning('id').execute();
  await unit.notify(ACCESS_CHANNEL, user);
  return ended.length;
}

/** Records an account event in every organization the user belongs to. */
export async function auditUser(
  unit: Unit,
  user: Pick<KnownUser, 'id' | 'email'>,
  visit: Visit,
  event: { readonly action: AuditAction; readonly details?: Readonly<Record<string, unknown>> },
  now: number,
): Promise<void> {
  const { ipAddress, userAgent } = visit;
  for (const organization of await readMemberships(unit, user.id)) {
    const subject = {
      organization: organizationId(organization),
      actorName: user.email,
      ipAddress,
      userAgent,
    };
    await recordAuditFor(unit, subject, { ...event, resource: user.id }, now);
  }
}

export async function hasUsers({ db }: Reader): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Sessions, links and sign-ins whose time is over. */
export async function forgetExpired(reader: Reader, now: number): Promise<void> {
  const { db } = reader;
  await forgetOldSteps(reader, now, now - DAY_MS);
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('verifications').where('expires_at', '<=', now).execute();
}
