import type { ExportFileRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';

/** How far a run is, by its files. */
export function progressOf(
  files: readonly ExportFileRow[],
): Pick<ExportRunRow, 'files_done' | 'row_count' | 'byte_count'> {
  const done = files.filter(({ state }) => state === 'done');
  return {
    files_done: done.length,
    row_count: done.reduce((sum, { row_count: rows }) => sum + (rows ?? 0), 0),
    byte_count: done.reduce((sum, { byte_count: bytes }) => sum + (bytes ?? 0), 0),
  };
}
