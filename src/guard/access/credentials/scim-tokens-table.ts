import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { ScimTokenRow } from '../../../engines/metadata/tables/access.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const { find, insert: insertScimToken, update: updateScimToken } = organizationRows('scim_tokens');

/** Those that work, and the last that did; newest first. */
async function read({ db }: Reader, organization: OrganizationId): Promise<ScimTokenRow[]> {
  return db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
}

const LISTED_MAX = 20;

async function countActive(
  { db }: Unit,
  organization: OrganizationId,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('scim_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Of any organization: the token itself doesn't name one. */
export async function findScimTokenByHash(
  { db }: Reader,
  hash: string,
): Promise<ScimTokenRow | undefined> {
  return db.selectFrom('scim_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** True for the first use of all. */
async function noteUse(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<boolean> {
  await db
    .updateTable('scim_tokens')
    .set({ last_used_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
  const first = await db
    .updateTable('scim_tokens')
    .set({ first_used_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('first_used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return first !== undefined;
}

/** Of all organizations: those that work and end before then, but not yet. */
async function readEnding({ db }: Reader, now: number, before: number): Promise<ScimTokenRow[]> {
  return db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', before)
    .orderBy('expires_at')
    .limit(ENDING_MAX)
    .execute();
}

const ENDING_MAX = 1_000;

/** Statements on tokens of directories. */
export const scimTokens = {
  find,
  insert: insertScimToken,
  update: updateScimToken,
  read,
  countActive,
  noteUse,
  readEnding,
};
