/** Scheduled exports with their runs and files, and imports of archives. */
import type {
  ExportCompression,
  ExportFileFormat,
  ExportHealth,
  ExportMode,
  ExportRunState,
  ExportTrigger,
  ImportState,
} from '../../../spec/exports.ts';

declare module '../tables.ts' {
  interface Tables {
    exports: ExportRow;
    export_runs: ExportRunRow;
    export_files: ExportFileRow;
    imports: ImportRow;
    import_files: ImportFileRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    scheduledExports: true;
  }
}

/** An export. It is due at the next of its times, or when its run is to be tried again. */
export interface ExportRow {
  id: string;
  organization_id: string;
  name: string;
  description: string;
  version: number;
  enabled: number;
  mode: ExportMode;
  query: string;
  /** JSON, as requested. */
  schedule: string;
  start_at: number | null;
  earliest: string | null;
  latest: string | null;
  format: ExportFileFormat;
  compression: ExportCompression;
  /** JSON: what may be shown of the destination. */
  destination: string;
  /** The folder of its files, for good: another name of the export changes nothing about them. */
  folder: string;
  /** Encrypted: the rest of the destination, and the key that signs manifests. */
  secret: string;
  /** Every event stored before it is named in a manifest. Archives only. */
  watermark: number | null;
  /** JSON: name and hash of the last manifest; the next one points to it. */
  manifest: string | null;
  health: ExportHealth;
  health_detail: string;
  /** When Owners were notified that it fails or falls behind; null while it works. */
  told_at: number | null;
  last_run_at: number | null;
  /** Its next scheduled time, independent of the current run. */
  next_at: number | null;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** One run. It is due when its window is to be counted once more. */
export interface ExportRunRow {
  id: string;
  organization_id: string;
  export_id: string;
  state: ExportRunState;
  cause: ExportTrigger;
  requested_by: string | null;
  revision: number;
  from_ms: number;
  to_ms: number;
  /** JSON: query, format and destination it began with. */
  settings: string;
  /** JSON list: those of its files. */
  columns: string;
  tries: number;
  error: string | null;
  next_try_at: number | null;
  rows_planned: number | null;
  files_planned: number | null;
  row_count: number;
  byte_count: number;
  files_done: number;
  manifest: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
}

/** One file of a run: what was stored in a stretch of its window. */
export interface ExportFileRow {
  organization_id: string;
  export_id: string;
  run_id: string;
  number: number;
  from_ms: number;
  to_ms: number;
  rows_planned: number;
  name: string;
  state: 'planned' | 'writing' | 'done' | 'expired';
  /** Of an upload that has begun and not ended. */
  mark: string | null;
  row_count: number | null;
  byte_count: number | null;
  sha256: string | null;
  /** Expiry in Xplain storage; null if it is stored elsewhere. */
  kept_until: number | null;
}

/** An archive that is read back. */
export interface ImportRow {
  id: string;
  organization_id: string;
  state: ImportState;
  /** JSON: the parts of its location that may be shown. */
  source: string;
  secret: string | null;
  index_name: string;
  days: number;
  from_ms: number | null;
  to_ms: number | null;
  unsigned: number;
  manifests: number;
  /** Number of completely stored files, in manifest order. */
  files: number;
  files_planned: number | null;
  row_count: number;
  /** Skipped rows: too large, or with a time outside retention. */
  refused_count: number;
  rows_planned: number | null;
  error: string | null;
  created_by: string;
  ip_address: string;
  user_agent: string;
  created_at: number;
  ended_at: number | null;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
}

/** A file of an archive that is read back, in the order of the chain. */
export interface ImportFileRow {
  organization_id: string;
  import_id: string;
  number: number;
  /** Path relative to the source. */
  name: string;
  /** JSON: the manifest's entry. */
  facts: string;
  /** The row IDs reserved for its rows before they are used, so that a retry uses the same IDs. */
  first_sequence: number | null;
  node: number | null;
  /** Rows of it that are stored. */
  row_count: number;
  /** Times that the process has ended while it was read, since its last row was stored. */
  deaths: number;
  is_stored: number;
}
