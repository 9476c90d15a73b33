/**
 * How many batches a file of rows must hold, beside the file. The engine takes a log that was cut for one that ends
 * there, without a word: this number tells. It is not forced onto the disk, so after a power cut it may be
 * too small, never too large.
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
