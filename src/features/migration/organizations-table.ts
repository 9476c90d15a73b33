import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';

/** Of the whole installation, also those that are being erased. */
export async function listOrganizations({ db }: Pick<Metadata, 'db'>): Promise<OrganizationId[]> {
  const rows = await db.selectFrom('organizations').select('id').orderBy('id').execute();
  return rows.map(({ id }) => organizationId(id));
}
