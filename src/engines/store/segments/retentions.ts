/** Changes of retention that rows of older parts do not know of yet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RetentionChange } from './part-jobs.ts';
import { writeSyncedFile } from './synced-files.ts';

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
      changes = [...others, change];
      writeSyncedFile(path, [Buffer.from(JSON.stringify(changes))]);
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
    // Only this file writes it.
    return JSON.parse(readFileSync(path, 'utf8')) as RetentionChange[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
