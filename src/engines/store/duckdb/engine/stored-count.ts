/**
 * Number of batches that a file of rows must contain, stored next to the file. The engine silently accepts a truncated
 * log as complete: this number reveals it. It is not synced, so after a power failure it may be too small, never too
 * large.
 */
import { readFileSync, writeFileSync } from 'node:fs';

export const COUNT_ENDING = '.stored';

export function readStored(path: string): number {
  try {
    return Number(readFileSync(`${path}${COUNT_ENDING}`, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

export function writeStored(path: string, batches: number): void {
  writeFileSync(`${path}${COUNT_ENDING}`, String(batches), { mode: 0o600 });
}
