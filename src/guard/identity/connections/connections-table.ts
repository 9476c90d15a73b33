import { userId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { ConnectionRow } from '../../../engines/metadata/tables/identity.ts';
import type { SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import { secretColumn } from '../../../engines/secrets/secret-columns-table.ts';
import type { SecretPlace } from '../../../engines/secrets/secrets.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Where the secret of a connection is kept. */
export function connectionSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'connection', row: id };
}

export async function readConnections(
  { db }: Reader,
  organization: OrganizationId,
): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('name')
    .execute();
}

export async function findConnection(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Searches all organizations: a person who signs in has none yet. */
export async function findAnyConnection(
  { db }: Reader,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertConnection({ db }: Unit, row: ConnectionRow): Promise<void> {
  await db.insertInto('connections').values(row).execute();
}

export async function updateConnection(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<ConnectionRow>,
): Promise<void> {
  await db
    .updateTable('connections')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

export async function removeConnection(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('connections')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** Ends what came in through a connection; answers whose sessions those were. */
export async function endSessionsOf(
  { db }: Unit,
  organization: OrganizationId,
  connection: string,
): Promise<Set<UserId>> {
  const ended = await db
    .deleteFrom('sessions')
    .where('confined_to', '=', organization)
    .where('connection_id', '=', connection)
    .returning('user_id')
    .execute();
  return new Set(ended.map((session) => userId(session.user_id)));
}

/** Test results contain what a provider reported about a person; nobody needs them for long. */
export async function forgetTests({ db }: Reader, before: number): Promise<void> {
  await db
    .updateTable('connections')
    .set({ test_result: null, tested_at: null })
    .where('tested_at', '<=', before)
    .execute();
}

/** For renewing the secrets of all organizations under another key. */
export function connectionSecretKeeper(metadata: Pick<Metadata, 'db'>): SecretKeeper {
  return secretColumn(metadata, {
    table: 'connections',
    column: 'client_secret',
    row: 'id',
    placeOf: connectionSecretPlace,
  });
}
