/**
 * Runs work that can be stopped. A regular expression cannot be interrupted by the program that runs it, only by the
 * engine's watchdog, a separate thread that Node starts for scripts with a time limit.
 */
import { createContext, Script } from 'node:vm';

const NOTHING = (): void => {};
// Creating a context takes a millisecond, so there is only one; it references the work only while it runs.
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
    // The error comes from the other context, so it is not an instance of our `Error`.
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
