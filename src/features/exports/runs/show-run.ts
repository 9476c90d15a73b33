import { isoTime } from '../../../base/clock.ts';
import type { ExportFile, ExportRun } from '../../../contract/export-runs.ts';
import type { ExportFileRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { timeOf } from '../managing/show-export.ts';

export function showRun(row: ExportRunRow): ExportRun {
  return {
    id: row.id,
    export: row.export_id,
    state: row.state,
    trigger: row.cause,
    requestedBy: row.requested_by,
    revision: row.revision,
    from: isoTime(row.from_ms),
    to: isoTime(row.to_ms),
    rows: row.row_count,
    rowsPlanned: row.rows_planned,
    bytes: row.byte_count,
    filesDone: row.files_done,
    filesPlanned: row.files_planned,
    manifest: row.manifest,
    attempts: row.tries,
    error: row.error,
    nextTryAt: timeOf(row.next_try_at),
    createdAt: isoTime(row.created_at),
    startedAt: timeOf(row.started_at),
    endedAt: timeOf(row.ended_at),
  };
}

export function showFile(row: ExportFileRow, now: number): ExportFile {
  return {
    number: row.number,
    name: row.name,
    state: row.state,
    rows: row.row_count,
    bytes: row.byte_count,
    sha256: row.sha256,
    isDownloadable: row.state === 'done' && row.kept_until !== null && row.kept_until > now,
  };
}
