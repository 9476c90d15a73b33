import { setPriority } from 'node:os';

/**
 * Called by the program of a thread: everything else that needs the processor goes first, especially the thread that
 * answers requests. Only Linux has a priority per thread; elsewhere it would apply to the whole process.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness);
}
