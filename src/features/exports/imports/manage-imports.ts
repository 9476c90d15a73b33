/** User operations on imports: request, view, cancel. `runImports` executes them. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { plainText } from '../../../base/plain-text.ts';
import type { ArchiveSource } from '../../../contract/export-destinations.ts';
import type { ArchiveImport, ImportDraft } from '../../../contract/imports.ts';
import type { ImportRow } from '../../../engines/metadata/tables/exports.ts';
import type { Secrets } from '../../../engines/secrets/secrets.ts';
import { createIndex, type IndexNeeds, indexFacts } from '../../../flow/indexes/index.ts';
import { auditSubject, recordAudit } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readInstant } from '../managing/check-export.ts';
import type { ExportNeeds } from '../managing/export-needs.ts';
import { importSecretPlace } from '../managing/export-secret.ts';
import { requireExport } from '../managing/manage-exports.ts';
import { timeOf } from '../managing/show-export.ts';
import {
  countOpenImports,
  findImport,
  insertImport,
  readImports,
  updateOpenImport,
} from './imports-table.ts';

export interface ImportNeeds extends ExportNeeds {
  /** Makes the index that an import names. */
  readonly indexes: IndexNeeds;
}

/** Notified when an import is requested. */
export const IMPORTS_CHANNEL = 'imports';

export async function createImport(
  needs: ImportNeeds,
  actor: Actor,
  draft: ImportDraft,
): Promise<ArchiveImport> {
  const { organization } = actor;
  const now = needs.clock.now();
  const { source } = draft;
  if (source.kind === 'export') await requireExport(needs.metadata, organization, source.export);
  else needs.destinations.openSource(organization, source);
  const [from, to] = [instantOf('from', draft.from), instantOf('to', draft.to)];
  if (from !== null && to !== null && to <= from) throw invalid('to', 'The time range is empty.');
  const { actorName, ipAddress, userAgent } = auditSubject(actor);
  const id = newId('import');
  const row: ImportRow = {
    id,
    organization_id: organization,
    state: 'waiting',
    ...sourceColumns(needs.secrets, actor, id, source),
    index_name: draft.index,
    days: draft.days,
    from_ms: from,
    to_ms: to,
    unsigned: draft.unsigned === true ? 1 : 0,
    manifests: 0,
    files: 0,
    files_planned: null,
    row_count: 0,
    refused_count: 0,
    rows_planned: null,
    error: null,
    created_by: actorName,
    ip_address: ipAddress,
    user_agent: plainText(userAgent),
    created_at: now,
    ended_at: null,
    due_at: now,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    attempts: 0,
  };
  await makeIndex(needs, actor, draft.index);
  await needs.metadata.transaction(async (unit) => {
    // Locked, so that two concurrent requests cannot both take the last place.
    if (!(await unit.lockRow('organizations', { id: organization }))) {
      throw notFound('organization');
    }
    const { importsWaitingMax } = LIMITS.exports;
    if ((await countOpenImports(unit, organization)) >= importsWaitingMax) {
      const message = `${importsWaitingMax} restores of this organization are still running. Wait until one has finished.`;
      throw new AppError('CONFLICT', message);
    }
    await insertImport(unit, row);
    await unit.notify(IMPORTS_CHANNEL, '');
    const details = { source: nameOfSource(row), index: row.index_name, days: row.days };
    await recordAudit(unit, actor, { action: 'import.created', resource: id, details }, now);
  });
  return showImport(row);
}

export async function listImports(
  { metadata }: Pick<ImportNeeds, 'metadata'>,
  { organization }: Actor,
  page: Page,
): Promise<{ data: ArchiveImport[]; nextCursor: string | null }> {
  const rows = await readImports(metadata, organization, page);
  const cursorOf = (row: ImportRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, showImport);
}

export async function readImport(
  { metadata }: Pick<ImportNeeds, 'metadata'>,
  { organization }: Actor,
  id: string,
): Promise<ArchiveImport> {
  const row = await findImport(metadata, organization, id);
  if (row === undefined) throw notFound('import');
  return showImport(row);
}

/** Events already stored remain until their retention ends. */
export async function cancelImport(
  needs: ImportNeeds,
  actor: Actor,
  id: string,
): Promise<ArchiveImport> {
  const now = needs.clock.now();
  return needs.metadata.transaction(async (unit) => {
    const set = { state: 'cancelled' as const, error: null, ended_at: now };
    const row = await updateOpenImport(unit, actor.organization, id, set);
    if (row === undefined) {
      if ((await findImport(unit, actor.organization, id)) === undefined) throw notFound('import');
      throw new AppError('CONFLICT', 'The restore has already finished.');
    }
    const details = { state: row.state, index: row.index_name, rows: row.row_count };
    await recordAudit(unit, actor, { action: 'import.finished', resource: id, details }, now);
    return showImport(row);
  });
}

async function makeIndex({ indexes }: ImportNeeds, actor: Actor, name: string): Promise<void> {
  if ((await indexFacts(indexes, actor.organization)).has(name)) return;
  const description = 'Events restored from an archive';
  const retentionDays = LIMITS.exports.importIndexDays;
  await createIndex(indexes, actor, { name, description, retentionDays });
}

function instantOf(path: string, text: string | undefined): number | null {
  return text === undefined ? null : readInstant(path, text);
}

function sourceColumns(
  secrets: Secrets,
  { organization }: Actor,
  id: string,
  source: ArchiveSource,
): Pick<ImportRow, 'source' | 'secret'> {
  if (source.kind !== 's3') return { source: JSON.stringify(source), secret: null };
  const { secretAccessKey, ...shown } = source;
  const place = importSecretPlace(organization, id);
  return {
    source: JSON.stringify(shown),
    secret: secrets.encryptSecret(place, secretAccessKey),
  };
}

/** The whole source again, with its secret. */
export function sourceOfImport(
  secrets: Secrets,
  organization: Actor['organization'],
  row: Pick<ImportRow, 'id' | 'source' | 'secret'>,
): ArchiveSource {
  const shown = JSON.parse(row.source) as ArchiveSource;
  if (shown.kind !== 's3' || row.secret === null) return shown;
  const place = importSecretPlace(organization, row.id);
  return { ...shown, secretAccessKey: secrets.decryptSecret(place, row.secret) };
}

function nameOfSource(row: Pick<ImportRow, 'source'>): string {
  const source = JSON.parse(row.source) as ArchiveSource;
  switch (source.kind) {
    case 'export':
      return `export ${source.export}`;
    case 'folder':
      return `folder ${[source.folder, source.prefix ?? ''].filter((part) => part !== '').join('/')}`;
    case 's3':
      return `s3://${[source.bucket, source.prefix ?? ''].filter((part) => part !== '').join('/')}`;
  }
}

function showImport(row: ImportRow): ArchiveImport {
  return {
    id: row.id,
    state: row.state,
    source: nameOfSource(row),
    index: row.index_name,
    days: row.days,
    from: timeOf(row.from_ms),
    to: timeOf(row.to_ms),
    unsigned: row.unsigned === 1,
    manifests: row.manifests,
    files: row.files,
    filesPlanned: row.files_planned,
    rows: row.row_count,
    rowsRefused: row.refused_count,
    rowsPlanned: row.rows_planned,
    error: row.error,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    endedAt: timeOf(row.ended_at),
  };
}
