import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AgentClientRow } from '../../../engines/metadata/tables/agents.ts';

/** Whether it is a client that was not there before. */
export async function noteClient({ db }: Unit, row: AgentClientRow): Promise<boolean> {
  const changed = await db
    .updateTable('agent_clients')
    .set({ last_used_at: row.last_used_at })
    .where('organization_id', '=', row.organization_id)
    .where('credential_id', '=', row.credential_id)
    .where('client', '=', row.client)
    .returning('client')
    .execute();
  if (changed.length > 0) return false;
  await db
    .insertInto('agent_clients')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'credential_id', 'client']).doNothing(),
    )
    .execute();
  return true;
}

/** Leaves those that were used last. */
export async function forgetClients(
  { db }: Unit,
  organization: OrganizationId,
  keptMax: number,
): Promise<void> {
  const old = await db
    .selectFrom('agent_clients')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('last_used_at', 'desc')
    .offset(keptMax)
    .limit(keptMax)
    .execute();
  for (const { credential_id: credential, client } of old) {
    await db
      .deleteFrom('agent_clients')
      .where('organization_id', '=', organization)
      .where('credential_id', '=', credential)
      .where('client', '=', client)
      .execute();
  }
}

/** Last used first; of one person where one is named. Revoked credentials are left out. */
export async function readClients(
  { db }: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  owner: UserId | undefined,
  rowsMax: number,
) {
  const rows = db
    .selectFrom('agent_clients as client')
    .leftJoin('access_tokens as token', (join) =>
      join
        .onRef('token.id', '=', 'client.credential_id')
        .onRef('token.organization_id', '=', 'client.organization_id'),
    )
    .leftJoin('api_keys as key', (join) =>
      join
        .onRef('key.id', '=', 'client.credential_id')
        .onRef('key.organization_id', '=', 'client.organization_id'),
    )
    .select([
      'client.credential_id',
      'client.client',
      'client.first_used_at',
      'client.last_used_at',
      'token.name as token_name',
      'token.user_id as owner',
      'key.name as key_name',
    ])
    .where('client.organization_id', '=', organization)
    .where('token.revoked_at', 'is', null)
    .where('key.revoked_at', 'is', null)
    .orderBy('client.last_used_at', 'desc')
    .limit(rowsMax);
  return owner === undefined ? rows.execute() : rows.where('token.user_id', '=', owner).execute();
}
