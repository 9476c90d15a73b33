/** Does the exports that are due. */
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ExportRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { type Claim, ClaimLost, type DueWork, NotNow } from '../../../engines/schedule/schedule.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { EXPORT_RETRY_DELAYS_MS } from '../../../spec/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../spec/units.ts';
import type { ExportSchedule } from '../../../contract/export-settings.ts';
import { dueOf, nextTime } from '../managing/export-times.ts';
import { findExport, updateExport } from '../managing/exports-table.ts';
import { archiveWindow, beginRun } from './begin-run.ts';
import { exportActor } from './count-window.ts';
import { executeRun } from './execute-run.ts';
import { endOpenRun, findOpenRun, updateOpenRun } from './export-runs-table.ts';
import { isLasting, tellOwners, textOf } from './failures.ts';
import { leaveNothing } from './leave-nothing.ts';
import type { RunNeeds } from './run-needs.ts';
import { settingsOf } from './run-settings.ts';
import { Cancelled, holdRun, watchRun } from './watch-run.ts';
import { openZoneOf, type ZoneOf } from '../managing/zone-of-export.ts';
import type { WrittenManifest } from './write-manifest.ts';

/** Notified when a run is requested immediately. */
export const EXPORTS_CHANNEL = 'exports';

export function runExports(needs: RunNeeds): DueWork<ExportRow> {
  const { attemptsMax, perNodeMax, perOrganizationMax } = LIMITS.exports;
  return {
    name: 'exports',
    table: 'exports',
    owner: 'organization_id',
    placesMax: perNodeMax,
    perOwnerMax: perOrganizationMax,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: LIMITS.schedule.rowsEveryMs,
    channel: EXPORTS_CHANNEL,
    attemptsMax,
    retryDelayMs,
    work: (row, claim) => runOne(needs, row, claim),
    giveUp: (row, claim, reason) => giveUp(needs, row, claim, reason),
  };
}

function retryDelayMs(attempts: number): number {
  return EXPORT_RETRY_DELAYS_MS[attempts - 1] ?? HOUR_MS;
}

async function runOne(needs: RunNeeds, row: ExportRow, claim: Claim): Promise<void> {
  const organization = organizationId(row.organization_id);
  const run = await beginRun(needs, row.id, organization);
  if (run === undefined) {
    const zoneOf = await openZoneOf(needs, organization);
    await needs.metadata.transaction((unit) => settleNext(needs, unit, row, claim, zoneOf));
    return;
  }
  using watched = watchRun(needs, run, claim.signal);
  try {
    const written = await executeRun(needs, row, run, watched.signal);
    await finish(needs, row, run, claim, written);
  } catch (error) {
    const failure = watched.reason() ?? (await whyFailed(needs, row, run, claim, error));
    if (!(failure instanceof Cancelled)) throw failure;
    await leaveNothing(needs, row, run);
    const zoneOf = await openZoneOf(needs, organization);
    await needs.metadata.transaction((unit) => settleLater(needs, unit, row, claim, zoneOf));
  }
}

/** The error to throw for an unsuccessful run. */
async function whyFailed(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
  claim: Claim,
  error: unknown,
): Promise<unknown> {
  const isNoFailure =
    error instanceof Cancelled || error instanceof ClaimLost || error instanceof NotNow;
  if (claim.signal.aborted || isNoFailure) return error;
  try {
    return await afterFailure(needs, row, run, claim, error);
  } catch (second) {
    return second;
  }
}

/** The end of a run: watermark, run and audit entry, all or none. */
async function finish(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
  claim: Claim,
  { name, sha256, manifest }: WrittenManifest,
): Promise<void> {
  const now = needs.clock.now();
  const organization = organizationId(row.organization_id);
  const isArchive = settingsOf(run).mode === 'archive';
  const zoneOf = await openZoneOf(needs, organization);
  await needs.metadata.transaction(async (unit) => {
    await holdRun(unit, run);
    await updateOpenRun(unit, organization, run.id, {
      state: 'done',
      manifest: name,
      error: null,
      ended_at: now,
      due_at: isArchive ? now + LIMITS.exports.recountAfterMs : null,
    });
    await updateExport(unit, organization, row.id, {
      // It may have been cut shorter than it began.
      ...(isArchive && run.revision === 1 ? { watermark: Date.parse(manifest.window.to) } : {}),
      manifest: JSON.stringify({ name, sha256 }),
      health: 'ok',
      health_detail: '',
      told_at: null,
      last_run_at: now,
    });
    await settleNext(needs, unit, row, claim, zoneOf);
    const { from, to } = manifest.window;
    const { rows, files } = manifest.totals;
    const details = {
      export: row.name,
      query: manifest.query,
      from,
      to,
      rows,
      files,
      manifest: name,
    };
    const event = { action: 'log.exported', resource: row.id, details } as const;
    await recordAudit(unit, exportActor(run), event, now);
  });
}

/** Its next scheduled time; immediately if there is already more to export. */
async function settleNext(
  needs: RunNeeds,
  unit: Unit,
  { id, organization_id: owner }: ExportRow,
  claim: Claim,
  zoneOf: ZoneOf,
): Promise<void> {
  const organization = organizationId(owner);
  const row = await findExport(unit, organization, id);
  if (row === undefined) throw new ClaimLost('exports', id);
  if (row.enabled === 0) return claim.settle(unit, { dueAt: null });
  const now = needs.clock.now();
  const zone = zoneOf(row);
  const schedule = JSON.parse(row.schedule) as ExportSchedule;
  // The run of a time begins later than the time itself.
  const begun = now - (dueOf(row.mode, now) - now);
  const next = nextTime(schedule, zone, begun);
  const isBehind = row.mode === 'archive' && archiveWindow(row, zone, now) !== undefined;
  const open = await findOpenRun(unit, organization, id);
  if (!isBehind) await updateExport(unit, organization, id, { next_at: next });
  const dueAt = isBehind || open !== undefined ? now : dueOf(row.mode, next);
  await claim.settle(unit, { dueAt });
}

/** Its next scheduled time, even if there is more to export before. */
async function settleLater(
  needs: RunNeeds,
  unit: Unit,
  { id, organization_id: owner }: ExportRow,
  claim: Claim,
  zoneOf: ZoneOf,
): Promise<void> {
  const organization = organizationId(owner);
  const row = await findExport(unit, organization, id);
  if (row === undefined) throw new ClaimLost('exports', id);
  if (row.enabled === 0) return claim.settle(unit, { dueAt: null });
  const schedule = JSON.parse(row.schedule) as ExportSchedule;
  const next = nextTime(schedule, zoneOf(row), needs.clock.now());
  await updateExport(unit, organization, id, { next_at: next });
  await claim.settle(unit, { dueAt: dueOf(row.mode, next) });
}

/** Records a failed attempt and returns the error to throw so that it is retried. */
async function afterFailure(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
  claim: Claim,
  error: unknown,
): Promise<unknown> {
  const organization = organizationId(row.organization_id);
  const now = needs.clock.now();
  const message = textOf(error);
  const isBusy = error instanceof AppError && error.code === 'QUERY_SLOTS_BUSY';
  if (isBusy) return new NotNow('no place to search', BUSY_MS, error);
  // As after a start, when the store takes longer than we do: no reason to wait for minutes.
  const isAway = error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE';
  const delayMs = isAway ? AWAY_MS : retryDelayMs(claim.attempts);
  await needs.metadata.transaction(async (unit) => {
    await holdRun(unit, run);
    await updateOpenRun(unit, organization, run.id, {
      state: 'retrying',
      error: message,
      next_try_at: now + delayMs,
    });
    const health = isLasting(error) ? 'failing' : 'retrying';
    await updateExport(unit, organization, row.id, { health, health_detail: message });
    if (isLasting(error)) await tellOwners(needs, unit, row, message);
  });
  return isAway ? new NotNow('the log store is unavailable', AWAY_MS, error) : error;
}

const BUSY_MS = 5 * SECOND_MS;
const AWAY_MS = 10 * SECOND_MS;

/** No further try: the watermark stays, so the next run takes the window along. */
async function giveUp(
  needs: RunNeeds,
  row: ExportRow,
  claim: Claim,
  reason: unknown,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const now = needs.clock.now();
  const message = textOf(reason);
  const open = await findOpenRun(needs.metadata, organization, row.id);
  if (open !== undefined) await leaveNothing(needs, row, open);
  const fields = { export: row.id, organization, attempts: claim.attempts, err: reason };
  needs.log.error(fields, 'export failed');
  const zoneOf = await openZoneOf(needs, organization);
  await needs.metadata.transaction(async (unit) => {
    await endOpenRun(unit, organization, row.id, 'given_up', now);
    await updateExport(unit, organization, row.id, { health: 'failing', health_detail: message });
    await tellOwners(needs, unit, row, message);
    await settleLater(needs, unit, row, claim, zoneOf);
  });
}
