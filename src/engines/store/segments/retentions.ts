/** Changes of retention that rows of older parts do not know of yet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { RetentionChange } from './part-jobs.ts';
import { isMissingFile, writeSyncedFile } from './synced-files.ts';

export interface Retentions {
  all(): readonly RetentionChange[];
  /** On the disk when it returns. */
  set(change: RetentionChange): void;
}

export const RETENTIONS_FILE = 'retentions.json';

export function openRetentions(folder: string): Retentions {
  const path = join(folder, RETENTIONS_FILE);
  let changes = read(path);
  return {
    all: () => changes,
    set(change) {
      const others = changes.filter(
        ({ organization, index }) => organization !== change.organization || index !== change.index,
      );
      const all = [...others, change];
      const text = JSON.stringify(all);
      writeSyncedFile(path, [Buffer.from(`${crc32(text)} ${text}`)]);
      // Not before: anything that is not on disk would be lost with the next start.
      changes = all;
    },
  };
}

export function changeFor(
  changes: readonly RetentionChange[],
  organization: string,
  index: string,
): RetentionChange | undefined {
  return changes.find((each) => each.organization === organization && each.index === index);
}

function read(path: string): readonly RetentionChange[] {
  try {
    const [, checksum = '', text = ''] = /^(\d+) (.*)$/s.exec(readFileSync(path, 'utf8')) ?? [];
    if (crc32(text) !== Number(checksum)) throw damagedFile(path);
    // Only this file writes it.
    return JSON.parse(text) as RetentionChange[];
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw error;
  }
}

/** Continuing without it could delete rows too early or too late. */
function damagedFile(path: string): Error {
  return new Error(
    `The file ${path} is damaged. Restore it from a backup. Or move it away, start the server, and set the retention of each index again.`,
  );
}
