/** Keeps a folder for this process. The system frees it however the process ends. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { LockedError } from '../child/start-child.ts';

/** File next to the lock: its owner. */
const OWNER_ENDING = '.owner';

/** Throws when another process has it. */
export function lockFolder(path: string): Disposable {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    writeFileSync(path + OWNER_ENDING, JSON.stringify({ owner: process.pid }), { mode: 0o600 });
  } catch (error) {
    database.close();
    const isLocked = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    throw isLocked ? new LockedError(ownerOf(path)) : error;
  }
  return { [Symbol.dispose]: () => database.close() };
}

const SQLITE_BUSY = 5;

function ownerOf(path: string): number | undefined {
  try {
    const owner = /"owner":(\d+)/.exec(readFileSync(path + OWNER_ENDING, 'utf8'))?.[1];
    return owner === undefined ? undefined : Number(owner);
  } catch {
    return undefined;
  }
}
