import assert from 'node:assert/strict';
import { parentPort, type Transferable } from 'node:worker_threads';
import { type Outcome, outcomeOfError } from './outcome.ts';

/**
 * The program of a thread, or of a process that does jobs: answers one after the other. `movedOf` names the memory that a
 * thread hands over.
 */
export function serveJobs<Job, Answer>(
  run: (job: Job) => Answer | Promise<Answer>,
  movedOf: (answer: Answer) => readonly Transferable[] = () => [],
): void {
  const port = parentPort ?? processPort();

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

/** What of a port is needed here, of a process that another one has started. */
function processPort() {
  assert(
    process.send !== undefined,
    'this program runs in a thread, or in a process that was started for it',
  );
  // The parent process has exited.
  process.once('disconnect', () => process.exit());
  return {
    postMessage: (outcome: object, _moved: readonly Transferable[]): void => {
      process.send?.(outcome, () => {});
    },
    on: (_event: 'message', listener: (job: never) => void): void =>
      void process.on('message', listener as (job: unknown) => void),
  };
}
