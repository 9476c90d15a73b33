import assert from 'node:assert/strict';
import { parentPort, type Transferable } from 'node:worker_threads';
import { type Outcome, outcomeOfError } from './outcome.ts';

/** The program of a thread: answers one job after the other. `movedOf` names the memory that is handed over. */
export function serveJobs<Job, Answer>(
  run: (job: Job) => Answer | Promise<Answer>,
  movedOf: (answer: Answer) => readonly Transferable[] = () => [],
): void {
  assert(parentPort !== null, 'this program runs in a thread');
  const port = parentPort;

  async function answer(job: Job): Promise<void> {
    let outcome: Outcome<Answer>;
    let moved: readonly Transferable[] = [];
    try {
      const result = await run(job);
      outcome = { kind: 'done', answer: result };
      moved = movedOf(result);
    } catch (error) {
      outcome = outcomeOfError(error);
    }
    port.postMessage(outcome, moved);
  }

  port.on('message', (job: Job) => void answer(job));
}
