/** The process in which a program keeps its embedded store, and how to keep it away for a while. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { requireProgram } from '../programs/require-program.ts';
import type { RunningApp } from '../programs/start-app.ts';

/** It is the program's only child. */
export async function storeProcessOf({ child }: RunningApp): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent === child.pid) return Number(pid);
  }
  throw new Error('the program has no child');
}

export interface StoreOutage {
  /** As a crash that starting again does not mend. */
  kill(): Promise<void>;
  /** Lets it come back. */
  start(): Promise<void>;
}

/** Whoever holds the lock of the data folder keeps every engine out. Undefined where that cannot be done. */
export function embeddedOutage(t: TestContext, app: RunningApp): StoreOutage | undefined {
  const flock = requireProgram(t, 'flock', 'util-linux');
  if (flock === undefined) return undefined;
  const stop = new AbortController();
  t.after(() => stop.abort());
  return {
    async kill() {
      // Waits for the lock, and has it before the next engine asks for it.
      const holder = spawn(flock, [join(app.data, 'store', 'lock'), 'cat'], {
        stdio: ['pipe', 'pipe', 'inherit'],
        signal: stop.signal,
        killSignal: 'SIGKILL',
      });
      holder.on('error', () => {});
      const held = once(holder.stdout, 'data');
      holder.stdin.write('held\n');
      process.kill(await storeProcessOf(app), 'SIGKILL');
      await held;
      // The lock is free when the last of both is gone, and `cat` goes with its input.
      stop.signal.addEventListener('abort', () => holder.stdin.end());
    },
    async start() {
      stop.abort();
    },
  };
}
