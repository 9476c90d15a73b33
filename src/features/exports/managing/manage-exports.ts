import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type {
  ExportChange,
  ExportDraft,
  ExportSchedule,
} from '../../../contract/export-settings.ts';
import type { ScheduledExport } from '../../../contract/exports.ts';
import { orTaken, type Unit } from '../../../engines/metadata/metadata.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { macroOptions, searchZone, storedKnowledge } from '../../../flow/search/index.ts';
import type { Zone } from '../../../language/index.ts';
import { openZoneOf } from './zone-of-export.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { requireRoom } from '../../../guard/limits/index.ts';
import { folderOf } from '../archive/names.ts';
import { expireFiles } from '../runs/export-files-table.ts';
import { endOpenRun, readOpenRuns } from '../runs/export-runs-table.ts';
import { checkTimes, readExportQuery, readStart } from './check-export.ts';
import type { ExportNeeds } from './export-needs.ts';
import { checkSchedule, dueOf, nextTime } from './export-times.ts';
import {
  countExports,
  findExport,
  insertExport,
  readExports,
  removeExport,
  updateExport,
} from './exports-table.ts';
import {
  archiveKeyOf,
  destinationColumns,
  destinationOf,
  newArchiveKey,
} from './kept-destination.ts';
import { contentOf, showExport } from './show-export.ts';

const withOwnName = orTaken({
  exports_organization_id_name_key: 'An export with this name already exists.',
});

export async function listExports(
  { metadata, clock }: ExportNeeds,
  { organization }: Actor,
  page: Page,
): Promise<{ data: ScheduledExport[]; nextCursor: string | null }> {
  const rows = await readExports(metadata, organization, page);
  const running = await readOpenRuns(metadata, organization);
  const cursorOf = (row: ExportRow) => ({ at: row.created_at, id: row.id });
  const now = clock.now();
  return pageAnswer(rows, page.limit, cursorOf, (row) =>
    showExport(row, running.get(row.id)?.id, now),
  );
}

export async function readExport(
  { metadata, clock }: ExportNeeds,
  { organization }: Actor,
  id: string,
): Promise<ScheduledExport> {
  const row = await requireExport(metadata, organization, id);
  const running = await readOpenRuns(metadata, organization);
  return showExport(row, running.get(id)?.id, clock.now());
}

function macrosOf({ metadata }: ExportNeeds, organization: OrganizationId, text: string) {
  return macroOptions(storedKnowledge(metadata), organization, text);
}

export async function createExport(
  needs: ExportNeeds,
  actor: Actor,
  draft: ExportDraft,
): Promise<ScheduledExport> {
  const { organization } = actor;
  const now = needs.clock.now();
  readExportQuery(draft.mode, draft.query, await macrosOf(needs, organization, draft.query));
  checkTimes(draft.mode, draft);
  checkSchedule(draft.schedule);
  const start = draft.mode === 'archive' ? readStart(draft.startAt, now) : null;
  const id = newId('export');
  const place = { id, organization_id: organization };
  const destination = await needs.destinations.settle(organization, draft.destination);
  const zone = await enteredZone(needs, organization, draft.schedule);
  const row: ExportRow = {
    ...place,
    name: draft.name.trim(),
    description: draft.description ?? '',
    version: 1,
    mode: draft.mode,
    query: draft.query,
    schedule: JSON.stringify(draft.schedule),
    start_at: start,
    earliest: draft.earliest ?? null,
    latest: draft.latest ?? null,
    format: draft.format,
    compression: draft.compression ?? 'zstd',
    folder: folderOf(draft.name, id),
    ...destinationColumns(needs.secrets, place, destination, newArchiveKey()),
    watermark: start,
    manifest: null,
    health: 'new',
    health_detail: '',
    told_at: null,
    last_run_at: null,
    ...timesOf(zone, { ...draft, enabled: draft.enabled ?? true }, now),
    ...UNCLAIMED,
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      await requireRoom(unit, needs.plans, organization, 'scheduledExports', () =>
        countExports(unit, organization),
      );
      await insertExport(unit, row);
      const details = { name: row.name, mode: row.mode, destination: destination.shown.kind };
      const event = {
        action: 'export.created',
        resource: id,
        details,
        change: { after: contentOf(row) },
      } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return showExport(row, undefined, now);
}

export async function changeExport(
  needs: ExportNeeds,
  actor: Actor,
  id: string,
  change: ExportChange,
): Promise<ScheduledExport> {
  const { organization } = actor;
  const now = needs.clock.now();
  const before = await requireExport(needs.metadata, organization, id);
  requireVersion(before, change.version);
  if (change.query !== undefined) {
    const macros = await macrosOf(needs, organization, change.query);
    readExportQuery(before.mode, change.query, macros);
  }
  checkTimes(before.mode, change);
  if (change.schedule !== undefined) checkSchedule(change.schedule);
  const set = await changedColumns(needs, before, change, now);
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      requireVersion(await lockExport(unit, organization, id), change.version);
      await updateExport(unit, organization, id, set);
      const after = { ...before, ...set };
      const event = {
        action: 'export.updated',
        resource: id,
        details: { name: after.name },
        change: {
          before: contentOf(before),
          after: contentOf(after),
          secrets: replacedSecrets(needs, before, after),
        },
      } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return readExport(needs, actor, id);
}

export async function deleteExport(needs: ExportNeeds, actor: Actor, id: string): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await removeExport(unit, actor.organization, id);
    if (row === undefined) throw notFound('export');
    await expireFiles(unit, actor.organization, id, now);
    const event = {
      action: 'export.deleted',
      resource: id,
      details: { name: row.name },
      change: { before: contentOf(row) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** An archive continues where it stopped. */
export async function switchExport(
  needs: ExportNeeds,
  actor: Actor,
  id: string,
  isEnabled: boolean,
): Promise<ScheduledExport> {
  const { organization } = actor;
  const now = needs.clock.now();
  const zoneOf = await openZoneOf(needs, organization);
  await needs.metadata.transaction(async (unit) => {
    const before = await lockExport(unit, organization, id);
    if ((before.enabled === 1) === isEnabled) return;
    const schedule = JSON.parse(before.schedule) as ExportSchedule;
    const times = { mode: before.mode, schedule, enabled: isEnabled };
    await updateExport(unit, organization, id, {
      ...timesOf(zoneOf(before), times, now),
      version: before.version + 1,
      attempts: 0,
      told_at: null,
      ...(isEnabled ? { health: 'new' as const, health_detail: '' } : {}),
      updated_at: now,
    });
    if (!isEnabled) await endOpenRun(unit, organization, id, 'cancelled', now);
    const action = isEnabled ? 'export.enabled' : 'export.disabled';
    const content = contentOf(before);
    const event = {
      action,
      resource: id,
      details: { name: before.name },
      change: { before: content, after: { ...content, enabled: isEnabled } },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
  return readExport(needs, actor, id);
}

function replacedSecrets({ secrets }: ExportNeeds, before: ExportRow, after: ExportRow): string[] {
  if (after.secret === before.secret) return [];
  const secretOf = (row: ExportRow): string | undefined => destinationOf(secrets, row).secret;
  return secretOf(before) === secretOf(after) ? [] : ['destination.secret'];
}

const UNCLAIMED = { lease_until: null, claimed_by: null, fence: 0, attempts: 0 } as const;

interface Timed {
  readonly mode: ExportRow['mode'];
  readonly schedule: ExportSchedule;
  readonly enabled: boolean;
}

/** The zone that people enter; one that does not exist is refused. */
function enteredZone(
  { search }: Pick<ExportNeeds, 'search'>,
  organization: OrganizationId,
  schedule: ExportSchedule,
): Promise<Zone> {
  const named = 'timeZone' in schedule ? schedule.timeZone : undefined;
  return searchZone(search, organization, named);
}

function timesOf(
  zone: Zone,
  { mode, schedule, enabled }: Timed,
  now: number,
): Pick<ExportRow, 'enabled' | 'next_at' | 'due_at'> {
  if (!enabled) return { enabled: 0, next_at: null, due_at: null };
  const next = nextTime(schedule, zone, now);
  return { enabled: 1, next_at: next, due_at: dueOf(mode, next) };
}

async function changedColumns(
  needs: ExportNeeds,
  before: ExportRow,
  change: ExportChange,
  now: number,
): Promise<Partial<ExportRow>> {
  const organization = before.organization_id as OrganizationId;
  const { name, description, query, earliest, latest, format, compression } = change;
  const { schedule, destination } = change;
  const settled =
    destination === undefined
      ? {}
      : destinationColumns(
          needs.secrets,
          before,
          await needs.destinations.settle(
            organization,
            destination,
            destinationOf(needs.secrets, before),
          ),
          archiveKeyOf(needs.secrets, before),
        );
  const timed = { mode: before.mode, enabled: before.enabled === 1 };
  const times =
    schedule === undefined
      ? {}
      : {
          schedule: JSON.stringify(schedule),
          ...timesOf(await enteredZone(needs, organization, schedule), { ...timed, schedule }, now),
        };
  return {
    ...Object.fromEntries(
      Object.entries({ description, query, earliest, latest, format, compression }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    ...(name === undefined ? {} : { name: name.trim() }),
    ...settled,
    ...times,
    version: before.version + 1,
    updated_at: now,
  };
}

export async function requireExport(
  metadata: Parameters<typeof findExport>[0],
  organization: OrganizationId,
  id: string,
): Promise<ExportRow> {
  const row = await findExport(metadata, organization, id);
  if (row === undefined) throw notFound('export');
  return row;
}

/** Held until the transaction ends. */
export async function lockExport(
  unit: Unit,
  organization: OrganizationId,
  id: string,
): Promise<ExportRow> {
  if (!(await unit.lockRow('exports', { id, organization_id: organization }))) {
    throw notFound('export');
  }
  return requireExport(unit, organization, id);
}

function requireVersion({ version }: Pick<ExportRow, 'version'>, seen: number): void {
  if (version === seen) return;
  throw new AppError(
    'CONFLICT',
    'The export was changed by someone else. Reload the latest version.',
  );
}
