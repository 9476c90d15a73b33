import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { ApiKeyRow } from '../../../engines/metadata/tables/access.ts';
import type { ApiKey } from '../../../contract/credentials.ts';
import { KEY_PREFIXES } from '../../../spec/roles.ts';
import { credentialState } from './credential-needs.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const {
  page: readApiKeys,
  find: findApiKey,
  insert: insertApiKey,
} = organizationRows('api_keys');

/** Active keys; revoked and expired ones don't count towards the plan. */
export async function countActiveKeys(
  { db }: Reader,
  organization: OrganizationId,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return row.count;
}

export function showApiKey(row: ApiKeyRow, now: number): ApiKey {
  const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    environment: row.environment,
    hint: `${KEY_PREFIXES[row.environment]}…${row.last_four}`,
    state: credentialState(row, now),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    expiresAt: time(row.expires_at),
    revokedAt: time(row.revoked_at),
    lastUsedAt: time(row.last_used_at),
  };
}

/** The revoked key; undefined if there was no active one. */
export async function revokeKey(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Of any organization: the key itself doesn't name one. */
export async function findKeyByHash({ db }: Reader, hash: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
}

export async function noteKeyUse(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** If several nodes see the first request, one of them changes the row and gets true. */
export async function noteFirstKeyUse(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<boolean> {
  const first = await db
    .updateTable('api_keys')
    .set({ first_used_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('first_used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return first !== undefined;
}
