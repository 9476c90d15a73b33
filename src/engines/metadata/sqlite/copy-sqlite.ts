import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const PROGRAM = new URL('copy-thread.ts', import.meta.url);

export interface CopyOrder {
  readonly from: string;
  readonly to: string;
}

/** Runs on a worker thread, because SQLite blocks its caller; writers don't wait for it. */
export async function copySqlite(from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  const order: CopyOrder = { from, to };
  const worker = new Worker(PROGRAM, { workerData: order });
  try {
    // An error of the thread rejects.
    await once(worker, 'exit');
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}
