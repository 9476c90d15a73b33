/** Everything that the ledger lists, of all organizations. */
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Ledger } from './ledger.ts';

export async function readLedger(
  { db }: Pick<Metadata, 'db'>,
  now: number,
): Promise<Omit<Ledger, 'at'>> {
  const ids = async (table: 'organizations' | 'users' | 'dashboard_links'): Promise<string[]> =>
    idsOf(await db.selectFrom(table).select('id').orderBy('id').execute());
  const unrevoked = async (table: 'api_keys' | 'access_tokens'): Promise<string[]> =>
    idsOf(
      await db
        .selectFrom(table)
        .select('id')
        .where('revoked_at', 'is', null)
        .orderBy('id')
        .execute(),
    );
  const inState = async (
    table: 'invitations' | 'elevations',
    state: 'pending' | 'approved',
  ): Promise<string[]> =>
    idsOf(
      await db.selectFrom(table).select('id').where('state', '=', state).orderBy('id').execute(),
    );
  const operators = await db.selectFrom('operators').select('user_id').orderBy('user_id').execute();
  const members = await db.selectFrom('members').select(['id', 'role']).orderBy('id').execute();
  const indexes = await db
    .selectFrom('indexes')
    .select(['organization_id', 'name', 'created_at'])
    .orderBy('organization_id')
    .orderBy('name')
    .execute();
  const passwords = await db
    .selectFrom('accounts')
    .select(['id', 'password'])
    .where('password', 'is not', null)
    .orderBy('id')
    .execute();
  const deletions = await db
    .selectFrom('log_deletions')
    .selectAll()
    .where('created_at', '<=', now)
    .orderBy('id')
    .execute();
  return {
    version: 1,
    organizations: await ids('organizations'),
    users: await ids('users'),
    operators: operators.map(({ user_id: id }) => id),
    members: members.map(({ id, role }) => [id, role] as const),
    keys: await unrevoked('api_keys'),
    tokens: await unrevoked('access_tokens'),
    invitations: await inState('invitations', 'pending'),
    elevations: await inState('elevations', 'approved'),
    links: await ids('dashboard_links'),
    indexes: indexes.map(
      ({ organization_id, name, created_at }) => [organization_id, name, created_at] as const,
    ),
    passwords: passwords.map(({ id, password }) => [id, password ?? ''] as const),
    deletions,
  };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
