import type { Page } from '../../../base/cursor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { ApiKeyRow } from '../../../engines/metadata/tables/access.ts';
import type { ApiKey } from '../../../contract/credentials.ts';
import { KEY_PREFIXES } from '../../../spec/roles.ts';
import { credentialState } from './credential-needs.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first, one more than the page holds. */
export async function readApiKeys(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<ApiKeyRow[]> {
  const query = db.selectFrom('api_keys').selectAll().where('organization_id', '=', organization);
  return newestFirst(query, page).execute();
}

/** Keys that still open something; revoked and expired ones take no place of the plan. */
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
