import type { Reply } from './gate.ts';

/** Aborts when the client disconnects before its response is complete: nobody waits for the work any more. */
export function abortOnDisconnect({ raw }: Reply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
