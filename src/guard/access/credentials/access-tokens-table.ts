import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { AccessToken } from '../../../contract/credentials.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst, organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { AccessTokenRow } from '../../../engines/metadata/tables/access.ts';
import {
  OAUTH_TOKEN_PREFIX,
  TOKEN_PREFIX,
  TOKEN_SCOPES,
  type TokenScope,
} from '../../../spec/roles.ts';
import { credentialState } from './credential-needs.ts';

const accessTokens = organizationRows('access_tokens');
export const { insert: insertAccessToken } = accessTokens;

/** The owner's tokens, newest first, one more than the page size. */
export async function readAccessTokens(
  { db }: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  user: UserId,
  page: Page,
): Promise<AccessTokenRow[]> {
  const query = db
    .selectFrom('access_tokens')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('user_id', '=', user);
  return newestFirst(query, page).execute();
}

/** Tokens of one member that still open something. */
export async function countActiveTokens(
  { db }: Unit,
  organization: OrganizationId,
  user: UserId,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('access_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return row.count;
}

export function scopesOf(row: Pick<AccessTokenRow, 'scopes'>): TokenScope[] {
  const words = row.scopes.split(' ');
  return TOKEN_SCOPES.filter((scope) => words.includes(scope));
}

export function showAccessToken(row: AccessTokenRow, now: number): AccessToken {
  const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    hint: row.client_id ? `${OAUTH_TOKEN_PREFIX}…` : `${TOKEN_PREFIX}…${row.last_four}`,
    state: credentialState(row, now),
    createdAt: isoTime(row.created_at),
    expiresAt: time(row.expires_at),
    revokedAt: time(row.revoked_at),
    lastUsedAt: time(row.last_used_at),
  };
}

export function findAccessToken(
  unit: Unit,
  organization: OrganizationId,
  user: UserId,
  id: string,
): Promise<AccessTokenRow | undefined> {
  return accessTokens.find(unit, organization, { user_id: user, id });
}

/** Of any organization: the token itself doesn't name one. */
export async function findTokenByHash(
  { db }: Pick<Metadata, 'db'> | Unit,
  hash: string,
): Promise<AccessTokenRow | undefined> {
  return db.selectFrom('access_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
}

export async function revokeToken(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** Revokes all tokens of a person in an organization; returns their number. */
export async function revokeTokensOf(
  { db }: Unit,
  organization: OrganizationId,
  user: string,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function noteTokenUse(
  { db }: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** In all organizations. */
export async function revokeAllTokens({ db }: Unit, user: UserId, now: number) {
  return db
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name', 'organization_id'])
    .execute();
}
