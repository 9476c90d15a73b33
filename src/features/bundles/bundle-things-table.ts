import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { organizationRows } from '../../engines/metadata/organization-rows.ts';
import type { BundleThingRow } from '../../engines/metadata/tables/bundles.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const bundleThings = organizationRows('bundle_things');

export function readBundleThings(
  reader: Reader,
  organization: OrganizationId,
): Promise<BundleThingRow[]> {
  return bundleThings.list(reader, organization, {}, 'kind', 'key');
}

/** Things and keys map one to one. */
export async function putBundleThing(unit: Unit, row: BundleThingRow): Promise<void> {
  await unit.db
    .deleteFrom('bundle_things')
    .where('organization_id', '=', row.organization_id)
    .where('kind', '=', row.kind)
    .where((where) => where.or([where('key', '=', row.key), where('thing_id', '=', row.thing_id)]))
    .execute();
  await unit.db.insertInto('bundle_things').values(row).execute();
}

export async function removeBundleThing(
  { db }: Unit,
  organization: OrganizationId,
  kind: string,
  key: string,
): Promise<void> {
  await db
    .deleteFrom('bundle_things')
    .where('organization_id', '=', organization)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}
