/** Keeps a folder for this process. The system frees it however the process ends. */
import { DatabaseSync } from 'node:sqlite';

/** Throws when another process has it. */
export function lockFolder(path: string): Disposable {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw new Error(
      'The log store is in use by another process. Stop it, or set XPLAIN_DATA to another folder.',
      { cause: error },
    );
  }
  return { [Symbol.dispose]: () => database.close() };
}
