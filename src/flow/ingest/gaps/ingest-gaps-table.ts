import { type OrganizationId, organizationId } from '../../../base/ids.ts';
import { isForeignKeyViolation, type Metadata } from '../../../engines/metadata/metadata.ts';
import type { IngestGapRow } from '../../../engines/metadata/tables/ingest.ts';
import type { Gap, GapKind } from './gap.ts';

type Db = Pick<Metadata, 'db'>;

/** Inserts a gap, or updates its end. A gap of a deleted organization is dropped, because nobody needs it. */
export async function putGap({ db }: Db, gap: Gap): Promise<void> {
  const row = rowOf(gap);
  try {
    await db
      .insertInto('ingest_gaps')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ to_ms: row.to_ms }))
      .execute();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
  }
}

/** Several nodes can notice that a node is away; later calls change nothing and do not reopen the gap. */
export async function noteAway({ db }: Db, gap: Gap): Promise<void> {
  await db
    .insertInto('ingest_gaps')
    .values(rowOf(gap))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The node is back. */
export async function closeAway({ db }: Db, node: string, at: number): Promise<void> {
  await db
    .updateTable('ingest_gaps')
    .set({ to_ms: at })
    .where('node', '=', node)
    .where('kind', '=', 'node_away')
    .where('to_ms', 'is', null)
    .execute();
}

/** Gaps of any kind that a node left open. */
export async function openGapsOf({ db }: Db, node: string): Promise<Gap[]> {
  const rows = await db
    .selectFrom('ingest_gaps')
    .selectAll()
    .where('node', '=', node)
    .where('to_ms', 'is', null)
    .execute();
  return rows.map(gapOf);
}

/** Ends what a node has left open. */
export async function closeGapsOf({ db }: Db, node: string, at: number): Promise<void> {
  await db
    .updateTable('ingest_gaps')
    .set({ to_ms: at })
    .where('node', '=', node)
    .where('to_ms', 'is', null)
    .execute();
}

/** Gaps of an organization that reach into a stretch of time, oldest first; those of all organizations are its own, too. */
export async function findGaps(
  { db }: Db,
  organization: OrganizationId,
  { from, to }: { readonly from: number; readonly to: number },
  max: number,
): Promise<Gap[]> {
  const rows = await db
    .selectFrom('ingest_gaps')
    .selectAll()
    .where((eb) =>
      eb.or([eb('organization_id', '=', organization), eb('organization_id', 'is', null)]),
    )
    .where('from_ms', '<', to)
    .where((eb) => eb.or([eb('to_ms', 'is', null), eb('to_ms', '>=', from)]))
    .orderBy('from_ms')
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(gapOf);
}

/** Why events of an organization may be missing now, each reason once. */
export async function findOpenKinds({ db }: Db, organization: OrganizationId): Promise<GapKind[]> {
  const rows = await db
    .selectFrom('ingest_gaps')
    .select('kind')
    .distinct()
    .where((eb) =>
      eb.or([eb('organization_id', '=', organization), eb('organization_id', 'is', null)]),
    )
    .where('to_ms', 'is', null)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

export async function forgetGaps({ db }: Db, endedBefore: number): Promise<void> {
  await db.deleteFrom('ingest_gaps').where('to_ms', '<', endedBefore).execute();
}

function rowOf({ id, node, organization, kind, from, to }: Gap): IngestGapRow {
  return { id, node, organization_id: organization, kind, from_ms: from, to_ms: to };
}

function gapOf(row: IngestGapRow): Gap {
  const { id, node, kind } = row;
  const organization = row.organization_id === null ? null : organizationId(row.organization_id);
  return { id, node, organization, kind, from: row.from_ms, to: row.to_ms };
}
