import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { AlertAddressRow } from '../../../engines/metadata/tables/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const alertAddresses = organizationRows('alert_addresses');

export function readAddresses(
  reader: Reader,
  organization: OrganizationId,
): Promise<AlertAddressRow[]> {
  return alertAddresses.list(reader, organization, {});
}

/** A link in a mail names its address by the hash of its token. */
export async function findByToken(
  { db }: Reader,
  tokenHash: string,
): Promise<AlertAddressRow | undefined> {
  return db
    .selectFrom('alert_addresses')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function putAddress({ db }: Unit, row: AlertAddressRow): Promise<void> {
  const { organization_id: _organization, email: _email, ...changed } = row;
  await db
    .insertInto('alert_addresses')
    .values(row)
    .onConflict((same) => same.columns(['organization_id', 'email']).doUpdateSet(changed))
    .execute();
}
