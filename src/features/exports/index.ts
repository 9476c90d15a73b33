/**
 * Scheduled exports: every event in exactly one file, or the answer of a query at fixed times; and reading archives
 * back. Owns the tables exports, export_runs, export_files, imports and import_files.
 */
export { readArchives } from './managing/exports-table.ts';
