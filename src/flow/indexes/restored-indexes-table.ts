/** Indexes of a restored store that are no longer there. */
import type { Ledger } from '../../engines/metadata/tables/ledger.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AfterRestore } from '../../room.ts';

export const settleIndexes: AfterRestore = async (unit, { ledger, now }) =>
  ledger === undefined
    ? {}
    : { indexesErased: await removeOtherIndexes(unit, ledger.indexes, now) };

/** An index recreated under the same name counts as a different one. */
async function removeOtherIndexes(
  { db }: Unit,
  kept: Ledger['indexes'],
  now: number,
): Promise<number> {
  const known = new Set(kept.map((index) => JSON.stringify(index)));
  const rows = await db
    .selectFrom('indexes')
    .select(['organization_id', 'name', 'created_at'])
    .execute();
  const gone = rows.filter(
    ({ organization_id: organization, name, created_at: createdAt }) =>
      !known.has(JSON.stringify([organization, name, createdAt])),
  );
  for (const { organization_id: organization, name } of gone) {
    await db
      .insertInto('index_erasures')
      .values({ organization_id: organization, index_name: name, requested_at: now })
      .onConflict((conflict) => conflict.columns(['organization_id', 'index_name']).doNothing())
      .execute();
    await db
      .deleteFrom('indexes')
      .where('organization_id', '=', organization)
      .where('name', '=', name)
      .execute();
  }
  return gone.length;
}
