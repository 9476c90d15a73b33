import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the content of a file, or the names in a directory, survive a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
