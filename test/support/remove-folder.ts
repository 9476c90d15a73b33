/** Takes a test's folder away. A child that is just ending may still put a file into it, so it is tried again for a while. */
import { rmSync } from 'node:fs';

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
