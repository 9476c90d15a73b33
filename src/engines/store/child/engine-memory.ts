import { totalmem } from 'node:os';

/** Half of what this process may use, at most the limit. */
export function engineMemory(bytesMax: number): number {
  const constrained = process.constrainedMemory();
  const machine = totalmem();
  const usable = constrained > 0 ? Math.min(constrained, machine) : machine;
  return Math.min(bytesMax, Math.floor(usable / 2));
}
