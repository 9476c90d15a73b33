import { isoTime } from '../../../base/clock.ts';
import type { Destination } from '../../../contract/export-destinations.ts';
import type { ExportSchedule } from '../../../contract/export-settings.ts';
import type { ScheduledExport } from '../../../contract/exports.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { dueOf } from './export-times.ts';

/** `running` is the id of the run that has not ended. */
export function showExport(
  row: ExportRow,
  running: string | undefined,
  now: number,
): ScheduledExport {
  const { watermark } = row;
  const isEnabled = row.enabled === 1;
  return {
    id: row.id,
    ...contentOf(row),
    version: row.version,
    startAt: timeOf(row.start_at),
    watermark: timeOf(watermark),
    lagSeconds: watermark === null ? null : Math.max(0, Math.floor((now - watermark) / SECOND_MS)),
    health: isEnabled ? row.health : 'disabled',
    healthDetail: isEnabled ? row.health_detail : '',
    running: running ?? null,
    lastRunAt: timeOf(row.last_run_at),
    nextRunAt: row.next_at === null ? null : isoTime(dueOf(row.mode, row.next_at)),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

export function timeOf(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

/** What people write of an export; its destination is shown without keys. */
export function contentOf(row: ExportRow) {
  return {
    name: row.name,
    enabled: row.enabled === 1,
    description: row.description,
    mode: row.mode,
    query: row.query,
    schedule: JSON.parse(row.schedule) as ExportSchedule,
    earliest: row.earliest,
    latest: row.latest,
    format: row.format,
    compression: row.compression,
    destination: JSON.parse(row.destination) as Destination,
  };
}
