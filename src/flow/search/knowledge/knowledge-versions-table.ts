import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { MacroRow } from '../../../engines/metadata/tables/search.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

type VersionedRow = Pick<
  MacroRow,
  'id' | 'organization_id' | 'version' | 'updated_by' | 'updated_at'
>;

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

/** Stores a version unless it exists, and deletes the oldest one beyond the limit. */
export async function insertKnowledgeVersion(
  { db }: Unit,
  { id, organization_id, version, updated_by, updated_at }: VersionedRow,
  content: object,
  versionsMax: number,
): Promise<void> {
  const saved = { saved_by: updated_by, saved_at: updated_at };
  await db
    .insertInto('knowledge_versions')
    .values({ object_id: id, organization_id, version, content: JSON.stringify(content), ...saved })
    .onConflict((conflict) => conflict.columns(['object_id', 'version']).doNothing())
    .execute();
  await db
    .deleteFrom('knowledge_versions')
    .where('organization_id', '=', organization_id)
    .where('object_id', '=', id)
    .where('version', '<=', version - versionsMax)
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
