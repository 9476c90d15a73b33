/** Which files a read of `logs` has to look into. */
import type { LogsRead } from '../dialect/translate.ts';
import type { Bounds, DayFile } from './day-file.ts';

export function filesFor(files: readonly DayFile[], read: LogsRead): DayFile[] {
  return files.filter(({ bounds }) => mayHold(bounds, read));
}

/** Text that stands behind FROM. A read that nothing can answer still has the columns of the table. */
export function fromFiles(files: readonly DayFile[], any: DayFile): string {
  const [only] = files;
  if (only === undefined) return `(SELECT * FROM ${any.catalog}.logs LIMIT 0)`;
  if (files.length === 1) return `${only.catalog}.logs`;
  return `(${files.map(({ catalog }) => `SELECT * FROM ${catalog}.logs`).join(' UNION ALL ')})`;
}

function mayHold(bounds: Bounds, read: LogsRead): boolean {
  return (
    bounds.rows > 0 &&
    (read.from === undefined || bounds.to >= read.from) &&
    (read.to === undefined || bounds.from < read.to) &&
    (read.receivedFrom === undefined || bounds.receivedTo >= read.receivedFrom) &&
    (read.receivedTo === undefined || bounds.receivedFrom < read.receivedTo) &&
    (read.rowIdFrom === undefined || bounds.rowIdTo >= read.rowIdFrom) &&
    (read.rowIdTo === undefined || bounds.rowIdFrom < read.rowIdTo)
  );
}
