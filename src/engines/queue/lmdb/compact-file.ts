import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { QUEUE_FILE } from './queue-state.ts';
import { syncPath } from './sync-path.ts';
import { decodeEntry, decodeLetter, openTables, type Tables } from './tables.ts';

/** A file is rewritten when at most one part in this many is in use. */
const EMPTY_RATIO = 4;

/** Path where the file is rewritten before it replaces the old one. */
export function freshPath(directory: string): string {
  return join(directory, `compact-${QUEUE_FILE}`);
}

/**
 * LMDB reuses the space of deleted data but never returns it, so after a long outage the file stays as large as the
 * backlog was. If the file is large and mostly empty when the queue is opened, it is rewritten. A crash meanwhile
 * leaves the old file unchanged.
 */
export async function compactFile(
  needs: { readonly log: Log; readonly limits: Pick<Limits['queue'], 'fileBytesCompacted'> },
  directory: string,
): Promise<void> {
  const path = join(directory, QUEUE_FILE);
  const fresh = freshPath(directory);
  for (const file of [fresh, `${fresh}-lock`, `${path}-lock`]) rmSync(file, { force: true });
  const before = existsSync(path) ? statSync(path).size : 0;
  if (before < needs.limits.fileBytesCompacted) return;

  const tables = openTables(path);
  try {
    if (!isMostlyEmpty(tables, before)) return;
    await tables.root.backup(fresh, true);
  } finally {
    await tables.root.close();
  }
  syncPath(fresh);
  renameSync(fresh, path);
  syncPath(directory);
  needs.log.info({ before, after: statSync(path).size }, 'queue file rewritten');
}

export function isMostlyEmpty(tables: Tables, fileBytes: number): boolean {
  return bytesInUse(tables) * EMPTY_RATIO <= fileBytes;
}

function bytesInUse(tables: Tables): number {
  let bytes = 0;
  for (const { key, value } of tables.entries.getRange({})) bytes += decodeEntry(key, value).bytes;
  for (const { key, value } of tables.letters.getRange({})) bytes += decodeLetter(key, value).bytes;
  return bytes;
}
