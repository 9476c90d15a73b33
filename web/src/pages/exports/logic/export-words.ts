/** Texts for exports, their runs and imports. */
import type { ExportSchedule } from '../../../../../src/contract/export-settings.ts';
import type { ExportRun } from '../../../../../src/contract/export-runs.ts';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import type {
  DestinationKind,
  ExportCompression,
  ExportFileFormat,
} from '../../../../../src/spec/exports.ts';
import { countOf, formatBytes, formatCount } from '../../../parts/sizes.ts';

/** Those that divide a day, so that a run falls on the same times every day. */
export const USUAL_SPANS = [
  '5m',
  '10m',
  '15m',
  '30m',
  '1h',
  '2h',
  '3h',
  '6h',
  '12h',
  '24h',
] as const;

export function everyWords(every: string): string {
  const count = Number(every.slice(0, -1));
  if (every === '24h') return 'daily at 00:00 UTC';
  const unit = every.endsWith('h') ? 'hour' : 'minute';
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

export function scheduleWords(schedule: ExportSchedule, zone: string): string {
  if ('every' in schedule) return everyWords(schedule.every);
  return `${schedule.cron} (${schedule.timeZone ?? zone})`;
}

const FORMATS: Readonly<Record<ExportFileFormat, string>> = {
  parquet: 'Parquet',
  jsonl: 'JSON Lines',
  csv: 'CSV',
};

export function formatWords(format: ExportFileFormat, compression: ExportCompression): string {
  if (format !== 'jsonl' || compression === 'none') return FORMATS[format];
  return `${FORMATS[format]}, ${compression}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a lag, without seconds. */
export function spanWords(seconds: number): string {
  if (seconds < 2 * MINUTE) return countOf(Math.max(1, Math.round(seconds / MINUTE)), 'minute');
  if (seconds < 2 * HOUR) return countOf(Math.round(seconds / MINUTE), 'minute');
  if (seconds < 2 * DAY) return countOf(Math.round(seconds / HOUR), 'hour');
  return countOf(Math.round(seconds / DAY), 'day');
}

/** Progress of a run: the amount written out of the total. */
export function progressWords(
  run: Pick<ExportRun, 'rows' | 'rowsPlanned' | 'filesDone' | 'filesPlanned' | 'bytes'>,
): string {
  const { rows, rowsPlanned, filesDone, filesPlanned, bytes } = run;
  if (rowsPlanned === null || filesPlanned === null) return 'counting events';
  const files = `${formatCount(filesDone)} of ${countOf(filesPlanned, 'file')}`;
  const size = bytes === 0 ? '' : `, ${formatBytes(bytes)}`;
  return `${formatCount(rows)} of ${countOf(rowsPlanned, 'row')} in ${files}${size}`;
}

/** What a person can do about an export that fails, by where its files go. */
const ADVICE: Readonly<Record<DestinationKind, string>> = {
  keep: 'Fix the reported setting under Edit.',
  folder: 'Ask the operator to check that the folder exists, is writable and has free space.',
  s3: 'Check the key, bucket and endpoint under Edit, where you can test them.',
  mail: 'Select recipients who are members, under Edit.',
  webhook: 'Check that the webhook responds. You can test it under Edit.',
};

interface Problem {
  readonly why: string;
  readonly todo: string;
}

/** Why an export does not do what it should, and what to do; undefined where all is well. */
export function exportProblemOf(
  shown: Pick<ScheduledExport, 'health' | 'healthDetail' | 'mode' | 'running'> & {
    readonly destination: { readonly kind: DestinationKind };
  },
): Problem | undefined {
  const { health, healthDetail, mode, running, destination } = shown;
  const kept = mode === 'archive' ? ' No events are lost: the next run includes them.' : '';
  switch (health) {
    case 'retrying':
      return {
        why: healthDetail,
        todo: `Retries continue automatically for 24 hours, with increasing delays.${kept}`,
      };
    case 'failing': {
      const next = running === null ? 'run it now' : 'retry';
      return { why: healthDetail, todo: `${ADVICE[destination.kind]} Then ${next}.${kept}` };
    }
    case 'late':
      return {
        why: healthDetail,
        todo: 'Runs follow each other until the export has caught up. Increase the retention of its indexes until then.',
      };
    case 'new':
    case 'ok':
    case 'disabled':
      return undefined;
  }
}
