import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { organizationRows } from '../../engines/metadata/organization-rows.ts';
import type { IndexErasureRow, IndexRow } from '../../engines/metadata/tables/indexes.ts';
import { DEFAULT_INDEX } from '../../spec/audit.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const rows = organizationRows('indexes');
export const { insert: insertIndex } = rows;

export function readIndexes(reader: Reader, organization: OrganizationId): Promise<IndexRow[]> {
  return rows.list(reader, organization, {}, 'name');
}

/** Number of indexes counted by the plan: all custom indexes, plus `main`, which always exists. */
export async function countIndexes({ db }: Reader, organization: OrganizationId): Promise<number> {
  const row = await db
    .selectFrom('indexes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('name', '!=', DEFAULT_INDEX)
    .executeTakeFirstOrThrow();
  return row.count + 1;
}

const ERASURES_AT_ONCE_MAX = 100;

/** Oldest first. */
export async function readErasures({ db }: Reader): Promise<IndexErasureRow[]> {
  return db
    .selectFrom('index_erasures')
    .selectAll()
    .orderBy('requested_at')
    .limit(ERASURES_AT_ONCE_MAX)
    .execute();
}

/** An index that is deleted again counts from the last time. */
export async function noteErasure({ db }: Unit, row: IndexErasureRow): Promise<void> {
  await db
    .insertInto('index_erasures')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'index_name'])
        .doUpdateSet({ requested_at: row.requested_at }),
    )
    .execute();
}

/** Unless the index was deleted once more meanwhile. */
export async function forgetErasure({ db }: Reader, row: IndexErasureRow): Promise<void> {
  await db
    .deleteFrom('index_erasures')
    .where('organization_id', '=', row.organization_id)
    .where('index_name', '=', row.index_name)
    .where('requested_at', '=', row.requested_at)
    .execute();
}

/** Returns the default retention of an organization and the retention set on each of its indexes. */
export async function readRetentions({ db }: Reader, organization: OrganizationId) {
  const owner = await db
    .selectFrom('organizations')
    .select('retention_days')
    .where('id', '=', organization)
    .executeTakeFirst();
  const indexes = await db
    .selectFrom('indexes')
    .select(['name', 'retention_days'])
    .where('organization_id', '=', organization)
    .execute();
  return { usualDays: owner?.retention_days, indexes };
}

/** Creates the index or replaces its row. */
export async function keepIndex({ db }: Unit, row: IndexRow): Promise<void> {
  await db
    .insertInto('indexes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet(row))
    .execute();
}

/** False when there was none. */
export async function removeIndex(
  { db }: Unit,
  organization: OrganizationId,
  name: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('indexes')
    .where('organization_id', '=', organization)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return deleted !== undefined;
}
