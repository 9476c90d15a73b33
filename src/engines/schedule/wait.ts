import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after the time, or once the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export async function waitForReal(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(ms, 0), undefined, { signal }).catch(() => undefined);
}
