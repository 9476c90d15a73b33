/** What a backup consists of. */
import type { RowCount } from '../../engines/store/store.ts';

export interface Snapshot {
  /** Its time, as the names of snapshots sort. */
  readonly id: string;
  /** Milliseconds since 1970: everything acknowledged before is in it. */
  readonly point: number;
  readonly finishedAt: number;
  /** Version of the product that made it. */
  readonly release: string;
  /**
   * Folder of the log store below the data folder; identifies the engine that reads the rows. Absent in older releases.
   */
  readonly rowsIn?: string;
  readonly files: readonly SnapshotFile[];
}

export interface SnapshotFile {
  /** Below the data folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Names of its parts, in order. */
  readonly chunks: readonly string[];
  /** State of the file on disk; empty if it cannot identify the content. */
  readonly stamp: string;
  readonly rows?: readonly RowCount[];
}

/** A point in time as a name: `20261116T094500123Z`. */
export function snapshotId(point: number): string {
  return new Date(point).toISOString().replaceAll(/[-:.]/g, '');
}

/** The time that a name tells; undefined when it is none of ours. */
export function pointOf(id: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(id);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, ms] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}

export function chunksOf({ files }: Pick<Snapshot, 'files'>): Set<string> {
  return new Set(files.flatMap(({ chunks }) => chunks));
}
