/** The scheduled exports of the demo organization: a report for people, and an archive of everything. */
import type { ExportDraft } from '../../src/contract/export-settings.ts';

/** The folder that the demo names for its archive, unless the environment names others. */
export const ARCHIVE_FOLDER = 'archive';

export const REPORT: ExportDraft = {
  name: 'Checkouts by region',
  description: 'Count and latency of checkouts, last 24 hours.',
  mode: 'report',
  query:
    'index=web path=/checkout | stats count, p95(duration_ms) as p95, max(duration_ms) as slowest by region, status',
  schedule: { cron: '0 7 * * *' },
  format: 'csv',
  destination: { kind: 'keep' },
};

/** Files are kept by the platform where the operator has named no folder. */
export function archiveTo(folder: string | undefined): ExportDraft {
  return {
    name: 'All events',
    description: 'Archives every event exactly once, with signed manifests.',
    mode: 'archive',
    query: '*',
    schedule: { every: '15m' },
    format: 'parquet',
    destination: folder === undefined ? { kind: 'keep' } : { kind: 'folder', folder },
  };
}
