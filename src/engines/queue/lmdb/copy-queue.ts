import { rmSync } from 'node:fs';
import { assertOpen, COPIED_FACT, type QueueState } from './queue-state.ts';
import { syncPath } from './sync-path.ts';
import { numberKey, openTables } from './tables.ts';

/** LMDB reads one instant of the file while others go on writing. The copy says itself that it is one. */
export async function copyQueue(state: QueueState, file: string): Promise<void> {
  assertOpen(state);
  for (const old of [file, `${file}-lock`]) rmSync(old, { force: true });
  state.copies++;
  try {
    await state.tables.root.backup(file, true);
  } finally {
    state.copies--;
  }
  const copy = openTables(file);
  try {
    await copy.facts.put(Buffer.from(COPIED_FACT), numberKey(state.lastNumber()));
  } finally {
    await copy.root.close();
  }
  rmSync(`${file}-lock`, { force: true });
  syncPath(file);
}
