import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { IngestNodeRow } from '../../../engines/metadata/tables/ingest.ts';

type Db = Pick<Metadata, 'db'>;

/** A sign of life. */
export async function putNode({ db }: Db, row: IngestNodeRow): Promise<void> {
  await db
    .insertInto('ingest_nodes')
    .values(row)
    .onConflict((conflict) => conflict.column('node').doUpdateSet(row))
    .execute();
}

export async function readNodes({ db }: Db): Promise<IngestNodeRow[]> {
  return db.selectFrom('ingest_nodes').selectAll().orderBy('node').execute();
}

/** Stops waiting for the node: the events it holds are late for good. */
export async function giveUpNode({ db }: Db, node: string, seenAt: number): Promise<void> {
  await db
    .updateTable('ingest_nodes')
    .set({ holds_events: 0 })
    .where('node', '=', node)
    .where('seen_at', '=', seenAt)
    .execute();
}

export async function forgetNodes({ db }: Db, seenBefore: number): Promise<void> {
  await db.deleteFrom('ingest_nodes').where('seen_at', '<', seenBefore).execute();
}
