import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { KnowledgeVersionRow } from '../../../engines/metadata/tables/search.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first; there are never more than a few. */
export async function readKnowledgeVersions<Content>(
  { db }: Reader,
  organization: OrganizationId,
  object: string,
): Promise<(Content & { version: number; savedBy: string; savedAt: string })[]> {
  const rows = await db
    .selectFrom('knowledge_versions')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('object_id', '=', object)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, content, saved_by, saved_at }) => ({
    ...(JSON.parse(content) as Content),
    version,
    savedBy: saved_by,
    savedAt: isoTime(saved_at),
  }));
}

/** Keeps a version; the oldest beyond those that are kept goes. */
export async function insertKnowledgeVersion(
  { db }: Unit,
  row: KnowledgeVersionRow,
  versionsMax: number,
): Promise<void> {
  await db.insertInto('knowledge_versions').values(row).execute();
  await db
    .deleteFrom('knowledge_versions')
    .where('organization_id', '=', row.organization_id)
    .where('object_id', '=', row.object_id)
    .where('version', '<=', row.version - versionsMax)
    .execute();
}

export async function removeKnowledgeVersions(
  { db }: Unit,
  organization: OrganizationId,
  object: string,
): Promise<void> {
  await db
    .deleteFrom('knowledge_versions')
    .where('organization_id', '=', organization)
    .where('object_id', '=', object)
    .execute();
}
