import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type Page, pageAnswer } from '../../base/cursor.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type {
  Pipeline,
  PipelineChange,
  PipelineDraft,
  PipelineVersion,
} from '../../contract/pipelines.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { PipelineRow } from '../../engines/metadata/tables/pipelines.ts';
import { type AccessCache, changeAccess } from '../../guard/access/index.ts';
import { actorName, recordAudit } from '../../guard/audit/index.ts';
import { type Plans, requireRoom } from '../../guard/limits/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { compilePipelineInTurns, type PipelineText } from './compile-pipeline.ts';
import {
  countPipelines,
  findPipeline,
  insertPipeline,
  keepVersion,
  readAllPipelines,
  readPipelines,
  readVersions,
  removePipeline,
  requireHashKey,
  showContents,
  showPipeline,
  stepsOf,
  updatePipeline,
  writeOrder,
} from './pipelines-table.ts';

export interface ManageNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly cache: Pick<AccessCache, 'forget'>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly limits: Limits;
}

export async function listPipelines(
  needs: ManageNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: Pipeline[]; nextCursor: string | null }> {
  const rows = await readPipelines(needs.metadata, actor.organization, page);
  return pageAnswer(rows, page.limit, ({ position, id }) => ({ at: position, id }), showPipeline);
}

export async function readPipeline(
  needs: ManageNeeds,
  actor: Actor,
  id: string,
): Promise<Pipeline> {
  const row = await findPipeline(needs.metadata, actor.organization, id);
  if (row === undefined) throw notFound('pipeline');
  return showPipeline(row);
}

export async function listPipelineVersions(
  needs: ManageNeeds,
  actor: Actor,
  id: string,
): Promise<PipelineVersion[]> {
  await readPipeline(needs, actor, id);
  const rows = await readVersions(needs.metadata, actor.organization, id);
  return rows.map(showContents);
}

export async function createPipeline(
  needs: ManageNeeds,
  actor: Actor,
  draft: PipelineDraft,
): Promise<Pipeline> {
  const { name, description = '', isEnabled = true, match = '', steps } = draft;
  await requireUsable(needs, { name, match, steps });
  const now = needs.clock.now();
  const { organization } = actor;
  return changeAccess(needs, organization, async (unit) => {
    const count = (): Promise<number> => countPipelines(unit, organization);
    await requireRoom(unit, needs.plans, organization, 'pipelines', count);
    await requireHashKey(unit, organization, now);
    const row: PipelineRow = {
      id: newId('pipeline'),
      organization_id: organization,
      position: (await count()) + 1,
      name: name.trim(),
      description,
      is_enabled: isEnabled ? 1 : 0,
      match_text: match,
      steps: JSON.stringify(steps),
      version: 1,
      created_at: now,
      updated_at: now,
      updated_by: actorName(actor),
    };
    await insertPipeline(unit, row);
    const placed = await moveTo(unit, row, draft.position ?? row.position);
    const details = { name: row.name, version: 1 };
    const after = showPipeline(placed);
    const event = {
      action: 'pipeline.created',
      resource: row.id,
      details,
      change: { after },
    } as const;
    await recordAudit(unit, actor, event, now);
    return after;
  });
}

/** `seen` is the version that the caller has read. */
export async function changePipeline(
  needs: ManageNeeds,
  actor: Actor,
  id: string,
  change: PipelineChange,
  seen: number | undefined,
): Promise<Pipeline> {
  const now = needs.clock.now();
  const { organization } = actor;
  const known = await findPipeline(needs.metadata, organization, id);
  if (known === undefined) throw notFound('pipeline');
  // Before anything is locked, since it may take its time. Match and steps are good or bad on their own.
  const { match = known.match_text, steps = stepsOf(known) } = change;
  await requireUsable(needs, { name: known.name, match, steps });
  return changeAccess(needs, organization, async (unit) => {
    await unit.lockRow('organizations', { id: organization });
    const before = await findPipeline(unit, organization, id);
    if (before === undefined) throw notFound('pipeline');
    if (seen !== undefined && seen !== before.version) throw changedMeanwhile(before.version);
    const row: PipelineRow = {
      ...before,
      name: change.name?.trim() ?? before.name,
      description: change.description ?? before.description,
      is_enabled: change.isEnabled === undefined ? before.is_enabled : Number(change.isEnabled),
      match_text: change.match ?? before.match_text,
      steps: change.steps === undefined ? before.steps : JSON.stringify(change.steps),
      version: before.version + 1,
      updated_at: now,
      updated_by: actorName(actor),
    };
    await keepVersion(unit, before, needs.limits.pipelines.versionsMax);
    const { position, ...contents } = row;
    await updatePipeline(unit, contents);
    const placed = await moveTo(unit, row, change.position ?? position);
    const after = showPipeline(placed);
    const event = {
      action: 'pipeline.updated',
      resource: id,
      details: { name: row.name, version: row.version },
      change: { before: showPipeline(before), after },
    } as const;
    await recordAudit(unit, actor, event, now);
    return after;
  });
}

export async function deletePipeline(needs: ManageNeeds, actor: Actor, id: string): Promise<void> {
  const now = needs.clock.now();
  const { organization } = actor;
  await changeAccess(needs, organization, async (unit) => {
    await unit.lockRow('organizations', { id: organization });
    const deleted = await removePipeline(unit, organization, id);
    if (deleted === undefined) throw notFound('pipeline');
    await writeOrder(unit, await readAllPipelines(unit, organization));
    const { name, version } = deleted;
    const event = {
      action: 'pipeline.deleted',
      resource: id,
      details: { name, version },
      change: { before: showPipeline(deleted) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Moves the pipeline to its position among the others, at most to the end. */
async function moveTo(unit: Unit, row: PipelineRow, position: number): Promise<PipelineRow> {
  const rows = await readAllPipelines(unit, row.organization_id as Actor['organization']);
  const others = rows.filter((other) => other.id !== row.id);
  const at = Math.min(position, others.length + 1);
  const own = rows.find((other) => other.id === row.id) ?? row;
  await writeOrder(unit, others.toSpliced(at - 1, 0, own));
  return { ...row, position: at };
}

/** Rejects what could not run or could take forever. */
export async function requireUsable(
  { limits }: Pick<ManageNeeds, 'limits'>,
  text: PipelineText,
): Promise<void> {
  const { problems, isMatchWrong } = await compilePipelineInTurns({ limits, hashKey: '' }, text);
  if (problems.length === 0) return;
  const isOnlyMatch = isMatchWrong && problems.length === 1;
  const details = problems.slice(0, limits.http.detailsMax);
  throw isOnlyMatch
    ? new AppError('QUERY_SYNTAX_ERROR', '`match` is invalid.', { details })
    : new AppError('VALIDATION_ERROR', 'The pipeline is invalid.', { details });
}

function changedMeanwhile(version: number): AppError {
  const message = `The pipeline was changed by someone else and is now at version ${version}. Reload it and try again.`;
  return new AppError('CONFLICT', message, { fields: { version } });
}
