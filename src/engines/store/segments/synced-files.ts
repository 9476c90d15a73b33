/** Files that are on the disk, under their own names, once these functions return. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writevSync } from 'node:fs';
import { dirname } from 'node:path';
import { NEW_ENDING } from './part-names.ts';

/** Never half written: it takes its name when it is whole. */
export function writeSyncedFile(path: string, pieces: readonly Buffer[]): void {
  const fresh = path + NEW_ENDING;
  try {
    const file = openSync(fresh, 'w', 0o600);
    try {
      writeAll(file, pieces);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Maximum number of pieces per system call. */
const PIECES_MAX = 512;

function writeAll(file: number, pieces: readonly Buffer[]): void {
  for (let start = 0; start < pieces.length; start += PIECES_MAX) {
    let some: readonly Buffer[] = pieces.slice(start, start + PIECES_MAX);
    let rest = some.reduce((sum, piece) => sum + piece.length, 0);
    for (;;) {
      rest -= writevSync(file, some);
      if (rest <= 0) break;
      // The system may take less than it was given.
      some = [Buffer.concat(some).subarray(-rest)];
    }
  }
}

export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whether the system refused it: a disk that is full or fails, not what was to be written. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
