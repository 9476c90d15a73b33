/** Reads archives back. */
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { ImportRow } from '../../../engines/metadata/tables/exports.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import {
  type Claim,
  ClaimLost,
  type DueWork,
  Hopeless,
  NotNow,
} from '../../../engines/schedule/schedule.ts';
import { recordAuditFor } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { requireExport } from '../managing/manage-exports.ts';
import { destinationOf } from '../managing/kept-destination.ts';
import { textOf } from '../runs/failures.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';
import {
  findImport,
  findOpenFile,
  isOtherImporting,
  updateImportFile,
  updateOpenImport,
} from './imports-table.ts';
import { IMPORTS_CHANNEL, sourceOfImport } from './manage-imports.ts';
import { type ArchivePlace, planImport } from './plan-import.ts';
import { ArchiveProblem } from './reading/archive-problem.ts';
import type { ArchiveReader } from './reading/open-archive-reader.ts';
import { Cancelled, OverQuota, requireOpen, requireQuota, watchImport } from './require-open.ts';
import { storeFile } from './store-file.ts';

export function runImports(needs: ImportJobNeeds): DueWork<ImportRow> {
  const { importAttemptsMax, importRetryMs, importsAtOnce, importsPerNodeMax } = LIMITS.exports;
  return {
    name: 'imports',
    table: 'imports',
    owner: 'organization_id',
    placesMax: importsPerNodeMax,
    perOwnerMax: importsAtOnce,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: LIMITS.schedule.rowsEveryMs,
    channel: IMPORTS_CHANNEL,
    attemptsMax: importAttemptsMax,
    retryDelayMs: () => importRetryMs,
    work: (row, claim) => runOne(needs, row, claim),
    giveUp: (row, claim, reason) => fail(needs, row, claim, reason),
  };
}

const BUSY_MS = 5 * SECOND_MS;

const QUOTA_USED_UP =
  'Daily quota reached. The restore continues after 00:00 UTC or a plan upgrade.';

async function runOne(needs: ImportJobNeeds, row: ImportRow, claim: Claim): Promise<void> {
  try {
    await begin(needs, row);
    await importAll(needs, row, claim.signal);
    await end(needs, row, claim, 'done', null);
  } catch (error) {
    if (error instanceof Cancelled) {
      await needs.metadata.transaction((unit) => claim.settle(unit, { dueAt: null }));
      return;
    }
    if (error instanceof ClaimLost || error instanceof NotNow || claim.signal.aborted) throw error;
    if (error instanceof OverQuota) {
      await noteWaiting(needs, row, QUOTA_USED_UP);
      throw new NotNow(
        'the daily quota is exhausted',
        needs.limits.exports.importQuotaWaitMs,
        error,
      );
    }
    if (error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE') {
      throw new NotNow('the log store is unavailable', BUSY_MS, error);
    }
    const isLasting =
      error instanceof ArchiveProblem || (error instanceof ObjectsError && error.isLasting);
    throw isLasting ? new Hopeless(error) : error;
  }
}

/** One that was cancelled is not taken up, even if the node that had it did not live to hear of it. */
async function begin(needs: ImportJobNeeds, row: ImportRow): Promise<void> {
  const organization = organizationId(row.organization_id);
  await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('organizations', { id: organization });
    if (await isOtherImporting(unit, organization, row.id, needs.clock.now())) {
      throw new NotNow('another import of the organization is running', BUSY_MS);
    }
    const set = { state: 'running', error: null } as const;
    if ((await updateOpenImport(unit, organization, row.id, set)) === undefined) {
      throw new Cancelled();
    }
  });
}

async function noteWaiting(needs: ImportJobNeeds, row: ImportRow, why: string): Promise<void> {
  const set = { state: 'waiting', error: why } as const;
  await needs.metadata.transaction((unit) =>
    updateOpenImport(unit, organizationId(row.organization_id), row.id, set),
  );
}

async function importAll(
  needs: ImportJobNeeds,
  row: ImportRow,
  claimed: AbortSignal,
): Promise<void> {
  await requireQuota(needs, row);
  using watched = watchImport(needs, row, claimed);
  const { signal } = watched;
  const place = await openArchive(needs, row);
  await using reader = needs.openReader(needs.limits.exports, signal);
  if (row.files_planned === null) await planImport(needs, row, { place, reader, signal });
  while (await importNext(needs, row, { place, reader, signal }));
}

/** False when every file is stored. */
async function importNext(
  needs: ImportJobNeeds,
  row: ImportRow,
  from: {
    readonly place: ArchivePlace;
    readonly reader: ArchiveReader;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  const organization = organizationId(row.organization_id);
  const file = await findOpenFile(needs.metadata, organization, row.id);
  if (file === undefined) return false;
  await requireOpen(needs, row);
  const { refused } = await storeFile(needs, { ...from, row, file });
  await needs.metadata.transaction(async (unit) => {
    await updateImportFile(unit, file, { is_stored: 1 });
    const open = await findImport(unit, organization, row.id);
    const changed = await updateOpenImport(unit, organization, row.id, {
      files: (open?.files ?? 0) + 1,
      refused_count: (open?.refused_count ?? 0) + refused,
    });
    if (changed === undefined) throw new Cancelled();
  });
  return true;
}

async function openArchive(needs: ImportJobNeeds, row: ImportRow): Promise<ArchivePlace> {
  const organization = organizationId(row.organization_id);
  const source = sourceOfImport(needs.secrets, organization, row);
  if (source.kind !== 'export') {
    return { ...needs.destinations.openSource(organization, source), folder: undefined };
  }
  const own = await requireExport(needs.metadata, organization, source.export);
  const destination = destinationOf(needs.secrets, own);
  return { ...needs.destinations.open(organization, destination), folder: own.folder };
}

async function fail(
  needs: ImportJobNeeds,
  row: ImportRow,
  claim: Claim,
  reason: unknown,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  needs.log.error({ import: row.id, organization, err: reason }, 'import failed');
  const message = reason instanceof ArchiveProblem ? reason.message : textOf(reason);
  await end(needs, row, claim, 'failed', message.slice(0, LIMITS.exports.errorCharactersMax));
}

/** The end of an import and its audit entry: both, or neither. */
async function end(
  needs: ImportJobNeeds,
  row: ImportRow,
  claim: Claim,
  state: 'done' | 'failed',
  error: string | null,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const now = needs.clock.now();
  const subject = {
    organization,
    actorName: row.created_by,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  };
  await needs.metadata.transaction(async (unit) => {
    await claim.settle(unit, { dueAt: null, attempts: claim.attempts });
    const set = { state, error, ended_at: now };
    const ended = await updateOpenImport(unit, organization, row.id, set);
    // It was cancelled, and that is on record.
    if (ended === undefined) return;
    const details = { state, index: row.index_name, rows: ended.row_count };
    const event = { action: 'import.finished', resource: row.id, details } as const;
    await recordAuditFor(unit, subject, event, now);
  });
}
