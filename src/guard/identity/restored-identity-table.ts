/** Domains and connections of a restored store that were lost, removed or changed since. */
import { organizationId } from '../../base/ids.ts';
import type { LedgerWays } from '../../engines/metadata/tables/ledger.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AfterRestore } from '../../room.ts';
import { releaseRoles } from '../access/index.ts';

export const settleIdentity: AfterRestore = async (unit, { ledger }) => {
  await unit.db.deleteFrom('connection_flows').execute();
  await unit.db.deleteFrom('saml_arrivals').execute();
  const { domains, connections } = ledger?.ways ?? {};
  let revoked = domains === undefined ? 0 : await removeOtherDomains(unit, domains);
  if (connections !== undefined) revoked += await removeOtherConnections(unit, connections);
  return { revoked };
};

/** The domain may have another owner now; the record proves it again. */
async function removeOtherDomains(
  { db }: Unit,
  kept: NonNullable<LedgerWays['domains']>,
): Promise<number> {
  const known = new Set(kept);
  const rows = await db.selectFrom('domains').select('id').where('state', '=', 'proved').execute();
  const gone = rows.filter(({ id }) => !known.has(id));
  for (const { id } of gone) await db.deleteFrom('domains').where('id', '=', id).execute();
  return gone.length;
}

/** One that was changed since is another one; how is not known here, so it is entered again. */
async function removeOtherConnections(
  unit: Unit,
  kept: NonNullable<LedgerWays['connections']>,
): Promise<number> {
  const known = new Map(kept);
  const { db } = unit;
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'version', 'organization_id'])
    .execute();
  const gone = rows.filter(({ id, version }) => known.get(id) !== version);
  for (const { id, organization_id } of gone) {
    await releaseRoles(unit, organizationId(organization_id), id);
    await db.deleteFrom('connections').where('id', '=', id).execute();
  }
  return gone.length;
}
