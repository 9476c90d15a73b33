/** The words of scheduled exports and of imports. */
import { HOUR_MS, MINUTE_MS } from './units.ts';

/** `archive`: every event once, by the time it was stored. `report`: whatever a query answers at its due time. */
export const EXPORT_MODES = ['archive', 'report'] as const;
export type ExportMode = (typeof EXPORT_MODES)[number];

export const EXPORT_FILE_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFileFormat = (typeof EXPORT_FILE_FORMATS)[number];

/** Of JSON Lines; CSV is written as it is, Parquet is compressed inside. */
export const EXPORT_COMPRESSIONS = ['zstd', 'gzip', 'none'] as const;
export type ExportCompression = (typeof EXPORT_COMPRESSIONS)[number];

export const DESTINATION_KINDS = ['keep', 'folder', 's3', 'mail', 'webhook'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/**
 * `waiting`: it has its window and its time. `retrying`: a try failed, the next one is set. `given_up`: no further
 * try; the next run takes its window along.
 */
export const EXPORT_RUN_STATES = [
  'waiting',
  'running',
  'retrying',
  'done',
  'cancelled',
  'given_up',
] as const;
export type ExportRunState = (typeof EXPORT_RUN_STATES)[number];

/** Why a run was made: its time came, somebody asked, or more events were found in a window than were exported. */
export const EXPORT_TRIGGERS = ['schedule', 'request', 'recount'] as const;
export type ExportTrigger = (typeof EXPORT_TRIGGERS)[number];

/**
 * `new`: no run has ended. `ok`: the last one was done. `late`: behind by so much that events may be forgotten before
 * they are exported. `retrying`, `failing`: the last try failed; `failing` needs somebody.
 */
export const EXPORT_HEALTHS = ['new', 'ok', 'late', 'retrying', 'failing', 'disabled'] as const;
export type ExportHealth = (typeof EXPORT_HEALTHS)[number];

export const IMPORT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Indexes that hold events read back from an archive. They are never exported. */
export const IMPORT_INDEX_PREFIX = 're_';

/** The form of a manifest, written into it. */
export const MANIFEST_VERSION = 1;

/** Waits between the tries of a run; the last one is repeated. */
export const EXPORT_RETRY_DELAYS_MS = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  1 * HOUR_MS,
] as const;
