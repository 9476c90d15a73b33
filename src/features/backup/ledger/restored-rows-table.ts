/** Rows of a restored store that are older than what was decided since. */
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import type { Role } from '../../../spec/roles.ts';

/** Whoever was signed in, or had a link in a mail, begins anew. */
export async function endSessions({ db }: Unit): Promise<number> {
  await db.deleteFrom('verifications').execute();
  const ended = await db.deleteFrom('sessions').returning('id').execute();
  return ended.length;
}

/** What nodes had taken for themselves. */
export async function endLeases({ db }: Unit): Promise<void> {
  await db.deleteFrom('leases').execute();
}

type Listed =
  | 'organizations'
  | 'users'
  | 'members'
  | 'dashboard_links'
  | 'invitations'
  | 'elevations'
  | 'api_keys'
  | 'access_tokens';

export async function readIds({ db }: Unit, table: Listed): Promise<string[]> {
  return (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);
}

/** Its logs and files are erased by the first scheduler that runs; nobody can read them any more. */
export async function removeOrganization({ db }: Unit, id: string, now: number): Promise<void> {
  await db
    .insertInto('organization_erasures')
    .values({ organization_id: id, requested_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  await db.deleteFrom('audit_entries').where('organization_id', '=', id).execute();
  await db.deleteFrom('organizations').where('id', '=', id).execute();
}

export async function removeById(
  { db }: Unit,
  table: 'users' | 'members' | 'dashboard_links',
  id: string,
): Promise<void> {
  await db.deleteFrom(table).where('id', '=', id).execute();
}

export async function removeOtherOperators(
  { db }: Unit,
  kept: ReadonlySet<string>,
): Promise<number> {
  const rows = await db.selectFrom('operators').select('user_id').execute();
  const gone = rows.filter(({ user_id: id }) => !kept.has(id));
  for (const { user_id: id } of gone) {
    await db.deleteFrom('operators').where('user_id', '=', id).execute();
  }
  return gone.length;
}

export async function setRole({ db }: Unit, member: string, role: Role): Promise<number> {
  const changed = await db
    .updateTable('members')
    .set({ role })
    .where('id', '=', member)
    .where('role', '!=', role)
    .returning('id')
    .execute();
  return changed.length;
}

export async function revoke(
  { db }: Unit,
  table: 'api_keys' | 'access_tokens',
  id: string,
  now: number,
): Promise<number> {
  const revoked = await db
    .updateTable(table)
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return revoked.length;
}

export async function revokeInvitation({ db }: Unit, id: string, now: number): Promise<number> {
  const ended = await db
    .updateTable('invitations')
    .set({ state: 'revoked', ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .execute();
  return ended.length;
}

export async function endElevation({ db }: Unit, id: string, now: number): Promise<number> {
  const ended = await db
    .updateTable('elevations')
    .set({ state: 'ended', ends_at: now })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning('id')
    .execute();
  return ended.length;
}

export async function setPassword({ db }: Unit, account: string, hash: string): Promise<number> {
  const changed = await db
    .updateTable('accounts')
    .set({ password: hash })
    .where('id', '=', account)
    .where('password', '!=', hash)
    .returning('id')
    .execute();
  return changed.length;
}

/** One that was made anew since under its old name is another one. */
export async function removeOtherIndexes(
  { db }: Unit,
  kept: readonly (readonly [string, string, number])[],
  now: number,
): Promise<number> {
  const known = new Set(kept.map((index) => JSON.stringify(index)));
  const rows = await db
    .selectFrom('indexes')
    .select(['organization_id', 'name', 'created_at'])
    .execute();
  const gone = rows.filter(
    ({ organization_id: organization, name, created_at: createdAt }) =>
      !known.has(JSON.stringify([organization, name, createdAt])),
  );
  for (const { organization_id: organization, name } of gone) {
    await db
      .insertInto('index_erasures')
      .values({ organization_id: organization, index_name: name, requested_at: now })
      .onConflict((conflict) => conflict.columns(['organization_id', 'index_name']).doNothing())
      .execute();
    await db
      .deleteFrom('indexes')
      .where('organization_id', '=', organization)
      .where('name', '=', name)
      .execute();
  }
  return gone.length;
}

/** Has a deletion done once more. */
export async function repeatDeletion({ db }: Unit, row: LogDeletionRow): Promise<void> {
  const again = {
    ...row,
    state: 'waiting' as const,
    attempts: 0,
    matched: null,
    remaining: null,
    due_at: 0,
    lease_until: null,
    claimed_by: null,
    ended_at: null,
  };
  await db.deleteFrom('log_deletions').where('id', '=', row.id).execute();
  await db.insertInto('log_deletions').values(again).execute();
}
