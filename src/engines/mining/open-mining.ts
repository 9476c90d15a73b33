import type { Limits } from '../../spec/limits.ts';
import type { Mining } from './mining.ts';

/** Threads start with the first rows, so opening costs nothing. */
export async function openMining(needs: { readonly limits: Limits['mining'] }): Promise<Mining> {
  const { openThreadedMining } = await import('./threads/open-threaded-mining.ts');
  return openThreadedMining(needs);
}
