import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { ConnectionFlowRow } from '../../../engines/metadata/tables/identity.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function insertFlow({ db }: Reader, row: ConnectionFlowRow): Promise<void> {
  await db.insertInto('connection_flows').values(row).execute();
}

/** Searches all organizations: the response identifies its flow by the state alone. Does not consume the flow. */
export async function findFlow({ db }: Reader, id: string): Promise<ConnectionFlowRow | undefined> {
  return db.selectFrom('connection_flows').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Consumes the flow: of several concurrent calls only one returns true. */
export async function takeFlow(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('connection_flows')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function forgetFlows({ db }: Reader, now: number): Promise<void> {
  await db.deleteFrom('connection_flows').where('expires_at', '<=', now).execute();
}
