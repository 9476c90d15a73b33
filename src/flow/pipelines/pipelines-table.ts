import { isoTime } from '../../base/clock.ts';
import type { Page } from '../../base/cursor.ts';
import { type OrganizationId, randomBase62 } from '../../base/ids.ts';
import type { PipelineStep } from '../../contract/pipeline-steps.ts';
import type { Pipeline, PipelineVersion } from '../../contract/pipelines.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { organizationRows } from '../../engines/metadata/organization-rows.ts';
import type { PipelineRow, PipelineVersionRow } from '../../engines/metadata/tables/pipelines.ts';
import type { PipelineText } from './compile-pipeline.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const pipelines = organizationRows('pipelines');
export const {
  find: findPipeline,
  count: countPipelines,
  insert: insertPipeline,
  remove: removePipeline,
} = pipelines;

export async function readPipelines(
  { db }: Reader,
  organization: OrganizationId,
  { limit, after }: Page,
): Promise<PipelineRow[]> {
  return db
    .selectFrom('pipelines')
    .selectAll()
    .where('organization_id', '=', organization)
    .$if(after !== undefined, (query) => query.where('position', '>', after?.at ?? 0))
    .orderBy('position')
    .limit(limit + 1)
    .execute();
}

export function readAllPipelines(
  reader: Reader,
  organization: OrganizationId,
): Promise<PipelineRow[]> {
  return pipelines.list(reader, organization, {}, 'position');
}

export async function readEnabledPipelines(
  reader: Reader,
  organization: OrganizationId,
): Promise<PipelineRow[]> {
  const rows = await readAllPipelines(reader, organization);
  return rows.filter((row) => row.is_enabled === 1);
}

/** Renumbers from 1 in the given order; writes only rows that have moved. */
export async function writeOrder(unit: Unit, rows: readonly PipelineRow[]): Promise<void> {
  for (const [at, row] of rows.entries()) {
    if (row.position === at + 1) continue;
    await unit.db
      .updateTable('pipelines')
      .set({ position: at + 1 })
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .execute();
  }
}

/** Keeps what a pipeline was before a change; of very many versions the oldest go. */
export async function keepVersion(
  unit: Unit,
  row: PipelineRow,
  versionsMax: number,
): Promise<void> {
  await unit.db
    .insertInto('pipeline_versions')
    .values({
      pipeline_id: row.id,
      version: row.version,
      organization_id: row.organization_id,
      name: row.name,
      description: row.description,
      is_enabled: row.is_enabled,
      match_text: row.match_text,
      steps: row.steps,
      updated_at: row.updated_at,
      updated_by: row.updated_by,
    })
    .execute();
  await unit.db
    .deleteFrom('pipeline_versions')
    .where('pipeline_id', '=', row.id)
    .where('version', '<=', row.version - versionsMax)
    .execute();
}

export async function readVersions(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<PipelineVersionRow[]> {
  return db
    .selectFrom('pipeline_versions')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('pipeline_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
}

export async function readHashKey(
  { db }: Reader,
  organization: OrganizationId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('pipeline_keys')
    .select('key')
    .where('organization_id', '=', organization)
    .executeTakeFirst();
  return row?.key;
}

const KEY_CHARACTERS = 43;

/** The organization's key for masks that hash, made when it is first needed. It never changes and never leaves. */
export async function requireHashKey(
  reader: Reader,
  organization: OrganizationId,
  now: number,
): Promise<string> {
  const key = randomBase62(KEY_CHARACTERS);
  const known = await readHashKey(reader, organization);
  if (known !== undefined) return known;
  await reader.db
    .insertInto('pipeline_keys')
    .values({ organization_id: organization, key, created_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  return (await readHashKey(reader, organization)) ?? key;
}

export function stepsOf({ steps }: Pick<PipelineRow, 'steps'>): PipelineStep[] {
  // Only written by this room, from a body that passed the schema.
  return JSON.parse(steps) as PipelineStep[];
}

export function textOfRow(row: PipelineRow): PipelineText {
  return { name: row.name, match: row.match_text, steps: stepsOf(row) };
}

export function showPipeline(row: PipelineRow): Pipeline {
  return {
    id: row.id,
    position: row.position,
    ...showContents(row),
    createdAt: isoTime(row.created_at),
  };
}

export function showContents(row: PipelineVersionRow | PipelineRow): PipelineVersion {
  return {
    name: row.name,
    description: row.description,
    isEnabled: row.is_enabled === 1,
    match: row.match_text,
    steps: stepsOf(row),
    version: row.version,
    updatedAt: isoTime(row.updated_at),
    updatedBy: row.updated_by,
  };
}

export async function updatePipeline(
  { db }: Unit,
  { organization_id, id, ...contents }: Omit<PipelineRow, 'position'>,
): Promise<void> {
  await db
    .updateTable('pipelines')
    .set(contents)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
}
