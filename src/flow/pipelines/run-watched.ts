/**
 * Runs work that may be stopped. A regular expression cannot be interrupted by the program that waits for
 * it, only by the engine's watchdog, a thread of its own which Node starts for scripts with a time limit.
 */
import { createContext, Script } from 'node:vm';

const NOTHING = (): void => {};
// A context takes a millisecond to make, so there is one; it holds the work only while it runs.
const box = { run: NOTHING };
const context = createContext(box);
const script = new Script('run()');

/** False when the time was over before the work was done; the work has then ended somewhere in the middle. */
export function runWatched(work: () => void, timeoutMs: number): boolean {
  box.run = work;
  try {
    script.runInContext(context, { timeout: timeoutMs });
    return true;
  } catch (error) {
    // It comes from the other context, so it is not one of our own `Error`s.
    const isOver =
      typeof error === 'object' &&
      error !== null &&
      'code' in error &&
      error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (isOver) return false;
    throw error;
  } finally {
    box.run = NOTHING;
  }
}
