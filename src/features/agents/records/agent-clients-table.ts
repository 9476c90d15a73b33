import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AgentClientRow } from '../../../engines/metadata/tables/agents.ts';

/** False if the client is not remembered. */
export async function noteUse({ db }: Unit, row: AgentClientRow): Promise<boolean> {
  const changed = await db
    .updateTable('agent_clients')
    .set({ last_used_at: row.last_used_at })
    .where('organization_id', '=', row.organization_id)
    .where('credential_id', '=', row.credential_id)
    .where('client', '=', row.client)
    .returning('client')
    .execute();
  return changed.length > 0;
}

export async function rememberClient({ db }: Unit, row: AgentClientRow): Promise<void> {
  await db
    .insertInto('agent_clients')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'credential_id', 'client']).doNothing(),
    )
    .execute();
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

/** Last used first. */
export async function readClients(
  { db }: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  rowsMax: number,
): Promise<AgentClientRow[]> {
  return db
    .selectFrom('agent_clients')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('last_used_at', 'desc')
    .limit(rowsMax)
    .execute();
}
