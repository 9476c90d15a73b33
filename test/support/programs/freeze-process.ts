import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const FROZEN_MS_MAX = 30_000;

/** Stops a process where it is. Its threads may answer for a moment after the signal was sent. */
export async function freezeProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const until = Date.now() + FROZEN_MS_MAX;
  while (!isFrozen(pid)) {
    if (Date.now() > until) throw new Error(`The process ${pid} goes on.`);
    await sleep(5);
  }
}

function isFrozen(pid: number): boolean {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).every((thread) => {
    try {
      const text = readFileSync(`${folder}/${thread}/stat`, 'utf8');
      // The name before it stands in brackets and may hold anything.
      return text.slice(text.lastIndexOf(')') + 2).startsWith('T');
    } catch {
      // It has ended meanwhile; what is left is looked at once more.
      return false;
    }
  });
}
