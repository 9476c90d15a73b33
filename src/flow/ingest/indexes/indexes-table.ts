import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { IndexRow } from '../../../engines/metadata/tables.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function readIndexes(
  { db }: Reader,
  organization: OrganizationId,
): Promise<IndexRow[]> {
  return db
    .selectFrom('indexes')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('name')
    .execute();
}

/** What the plan counts: every index of its own, and `main`, which is always there. */
export async function countIndexes({ db }: Reader, organization: OrganizationId): Promise<number> {
  const row = await db
    .selectFrom('indexes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('name', '!=', DEFAULT_INDEX)
    .executeTakeFirstOrThrow();
  return row.count + 1;
}
