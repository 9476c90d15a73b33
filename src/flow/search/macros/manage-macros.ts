import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { Macro, MacroChange, MacroDraft, MacroVersion } from '../../../contract/macros.ts';
import { isUniqueViolation, type Metadata, type Unit } from '../../../engines/metadata/metadata.ts';
import type { MacroRow } from '../../../engines/metadata/tables/search.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { macroProblem } from '../../../language/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import {
  insertKnowledgeVersion,
  readKnowledgeVersions,
  removeKnowledgeVersions,
} from '../knowledge/knowledge-versions-table.ts';
import {
  countMacros,
  findMacro,
  insertMacro,
  readMacros,
  removeMacro,
  showMacro,
  updateMacro,
} from './macros-table.ts';

export interface MacroNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly limits: Limits;
}

export async function listMacros(
  needs: MacroNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: Macro[]; nextCursor: string | null }> {
  const rows = await readMacros(needs.metadata, actor.organization, page);
  const cursorOf = (row: MacroRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, showMacro);
}

export async function readMacro(needs: MacroNeeds, actor: Actor, id: string): Promise<Macro> {
  return showMacro(await requireMacro(needs.metadata, actor, id));
}

export async function listMacroVersions(
  needs: MacroNeeds,
  actor: Actor,
  id: string,
): Promise<MacroVersion[]> {
  await requireMacro(needs.metadata, actor, id);
  return readKnowledgeVersions<MacroContent>(needs.metadata, actor.organization, id);
}

type MacroContent = Omit<MacroVersion, 'version' | 'savedBy' | 'savedAt'>;

export async function createMacro(
  needs: MacroNeeds,
  actor: Actor,
  draft: MacroDraft,
): Promise<Macro> {
  const now = needs.clock.now();
  const content = checked({
    name: draft.name,
    arguments: draft.arguments ?? [],
    definition: draft.definition,
    description: draft.description ?? '',
    isEval: draft.isEval ?? false,
    validation: draft.validation ?? null,
    errorMessage: draft.errorMessage ?? null,
  });
  const by = actorName(actor);
  const row: MacroRow = {
    id: newId('macro'),
    organization_id: actor.organization,
    ...columnsOf(content),
    version: 1,
    created_by: by,
    created_at: now,
    updated_by: by,
    updated_at: now,
  };
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const max = needs.limits.macros.perOrganizationMax;
      if ((await countMacros(unit, actor.organization)) >= max) {
        throw new AppError(
          'CONFLICT',
          `An organization can have ${max} macros. Delete some first.`,
        );
      }
      await insertMacro(unit, row);
      await keepVersion(needs, unit, row);
      const details = { name: row.name };
      const event = { action: 'macro.created', resource: row.id, details } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return showMacro(row);
}

export async function changeMacro(
  needs: MacroNeeds,
  actor: Actor,
  id: string,
  { version, ...change }: MacroChange,
): Promise<Macro> {
  const now = needs.clock.now();
  const changed = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const before = await requireMacro(unit, actor, id);
      if (before.version !== version) throw changedMeanwhile(before);
      const content = checked({ ...showMacro(before), ...change });
      const row = await updateMacro(unit, actor.organization, before, {
        ...columnsOf(content),
        version: version + 1,
        updated_by: actorName(actor),
        updated_at: now,
      });
      if (row === undefined) throw changedMeanwhile(before);
      await keepVersion(needs, unit, row);
      const details = { name: row.name, version: row.version, changed: Object.keys(change) };
      const event = { action: 'macro.updated', resource: id, details } as const;
      await recordAudit(unit, actor, event, now);
      return row;
    }),
  );
  return showMacro(changed);
}

export async function deleteMacro(needs: MacroNeeds, actor: Actor, id: string): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await removeMacro(unit, actor.organization, id);
    if (row === undefined) throw notFound('macro');
    await removeKnowledgeVersions(unit, actor.organization, id);
    const details = { name: row.name };
    const event = { action: 'macro.deleted', resource: id, details } as const;
    await recordAudit(unit, actor, event, now);
  });
}

async function requireMacro(
  reader: Parameters<typeof findMacro>[0],
  actor: Actor,
  id: string,
): Promise<MacroRow> {
  const row = await findMacro(reader, actor.organization, id);
  if (row === undefined) throw notFound('macro');
  return row;
}

function columnsOf(content: MacroContent) {
  return {
    name: content.name,
    argument_count: content.arguments.length,
    arguments: JSON.stringify(content.arguments),
    definition: content.definition,
    description: content.description,
    is_eval: content.isEval ? 1 : 0,
    validation: content.validation,
    error_message: content.errorMessage,
  };
}

async function keepVersion({ limits }: MacroNeeds, unit: Unit, row: MacroRow): Promise<void> {
  const { name, arguments: names, definition, description, ...rest } = showMacro(row);
  const { isEval, validation, errorMessage } = rest;
  const content: MacroContent = {
    name,
    arguments: names,
    definition,
    description,
    isEval,
    validation,
    errorMessage,
  };
  const version = {
    object_id: row.id,
    organization_id: row.organization_id,
    version: row.version,
    content: JSON.stringify(content),
    saved_by: row.updated_by,
    saved_at: row.updated_at,
  };
  await insertKnowledgeVersion(unit, version, limits.macros.versionsMax);
}

/** What nobody could use is not kept. */
function checked(content: MacroContent): MacroContent {
  const problem = macroProblem(content);
  if (problem !== undefined) throw invalid(problem.path, problem.message);
  return content;
}

function changedMeanwhile({ version, updated_by, updated_at }: MacroRow): AppError {
  const message = `${updated_by} has saved version ${version} in the meantime.`;
  const fields = { version, updatedBy: updated_by, updatedAt: new Date(updated_at).toISOString() };
  return new AppError('CONFLICT', message, { fields });
}

async function withOwnName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'macros_organization_id_name_key')) throw error;
    const message = 'A macro with this name and number of arguments already exists.';
    throw new AppError('CONFLICT', message);
  }
}
