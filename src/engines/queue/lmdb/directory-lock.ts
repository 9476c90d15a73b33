import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a directory for this process. Node has no file lock, but its SQLite takes one from the operating system: it
 * ends with the process, even on a crash, so it is never stale, and it also works between containers that share a
 * volume.
 */
export function lockDirectory(directory: string): Disposable {
  const owner = join(directory, 'owner');
  const database = new DatabaseSync(join(directory, 'owner.lock'), { timeout: 0 });
  try {
    // Nothing is ever written, so no journal file is needed next to the lock.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw new Error(
      `The queue in ${directory} is in use by ${readOwner(owner)}. Stop that process, or use another directory.`,
      { cause: error },
    );
  }
  writeFileSync(owner, `${process.pid}\n`);
  return { [Symbol.dispose]: () => database.close() };
}

function readOwner(path: string): string {
  try {
    return `process ${readFileSync(path, 'utf8').trim()}`;
  } catch {
    return 'another process';
  }
}
