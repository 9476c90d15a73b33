import { setPriority } from 'node:os';

/**
 * Called by the program of a thread: whoever else wants the processor goes first, above all the thread that
 * answers requests. Only Linux has a priority for each thread; elsewhere it would be the whole process's.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness);
}
