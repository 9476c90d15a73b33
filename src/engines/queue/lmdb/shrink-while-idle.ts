import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freshPath, isMostlyEmpty } from './compact-file.ts';
import { QUEUE_FILE, type QueueState } from './queue-state.ts';
import { syncPath } from './sync-path.ts';
import { openTables } from './tables.ts';

/**
 * A burst leaves a file as large as the backlog was. After an idle period, if the file is mostly empty, it is rewritten
 * while the queue is open, and replaced within one turn of the event loop. Disposing stops this and waits for a rewrite
 * in progress.
 */
export function shrinkWhileIdle(state: QueueState, directory: string): AsyncDisposable {
  let calls = -1;
  let refusedAt = -1;
  let underWay: Promise<void> | undefined;
  const look = (): void => {
    const isQuiet = state.group.calls === calls && state.group.isIdle;
    calls = state.group.calls;
    if (!isQuiet || underWay !== undefined || calls === refusedAt) return;
    if (!isWorthIt(state, directory)) return;
    underWay = shrink(state, directory).then((isShrunk) => {
      underWay = undefined;
      // The obstacle remains until something is written.
      if (!isShrunk) refusedAt = calls;
    });
  };
  const timer = setInterval(look, state.limits.idleMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underWay;
    },
  };
}

function isWorthIt({ tables, limits, lines, claims }: QueueState, directory: string): boolean {
  if (!lines.isEmpty || claims.size > 0) return false;
  const bytes = statSync(join(directory, QUEUE_FILE), { throwIfNoEntry: false })?.size ?? 0;
  return bytes > limits.idleFileBytesMax && isMostlyEmpty(tables, bytes);
}

/** False if the file was not replaced. */
async function shrink(state: QueueState, directory: string): Promise<boolean> {
  const { calls } = state.group;
  const fresh = freshPath(directory);
  try {
    removeFresh(fresh);
    await state.tables.root.backup(fresh, true);
    syncPath(fresh);
  } catch {
    // A disk without room, for instance.
    removeFresh(fresh);
    return false;
  }
  const isQuiet = state.group.calls === calls && state.group.isIdle && state.copies === 0;
  const isUnchanged = isQuiet && !state.isClosed;
  if (isUnchanged && takePlace(state, directory, fresh)) return true;
  removeFresh(fresh);
  return false;
}

function removeFresh(fresh: string): void {
  for (const file of [fresh, `${fresh}-lock`]) rmSync(file, { force: true });
}

/** Without a wait in between: nothing is written to the one file that the other does not have. */
function takePlace(state: QueueState, directory: string, fresh: string): boolean {
  const path = join(directory, QUEUE_FILE);
  const next = openTables(fresh);
  try {
    renameSync(fresh, path);
  } catch {
    // Not every system lets a file that is open be replaced.
    void next.root.close();
    return false;
  }
  // If this fails, it is unknown which file would remain after a power cut. Both have the same content until the next
  // write, so it is safe to stop here.
  syncPath(directory);
  const { root } = state.tables;
  Object.assign(state.tables, next);
  void root.close();
  return true;
}
