import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const POLL_SILENCE_MS_MAX = 2_000;
/** A stranger could send for ever. */
const ANSWER_BYTES_MAX = 1_024;

/**
 * Resolves once the listener has proved that it is ours, with a secret that only our engine knows. A process that took
 * the port earlier learns nothing: only the path is sent.
 */
export async function waitUntilOurs(url: URL, proof: string, deadline: AbortSignal): Promise<void> {
  let last: unknown;
  while (!deadline.aborted) {
    try {
      if ((await readAnswer(url, deadline)) === proof) return;
      last = new Error(`Another program is listening on port ${url.port}.`);
    } catch (error) {
      last = error;
    }
    await sleep(POLL_MS);
  }
  throw new Error('The local log store did not start in time.', { cause: last });
}

async function readAnswer(url: URL, deadline: AbortSignal): Promise<string> {
  const silence = AbortSignal.timeout(POLL_SILENCE_MS_MAX);
  const signal = AbortSignal.any([deadline, silence]);
  const response = await fetch(url, { signal, redirect: 'error' });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > ANSWER_BYTES_MAX) break;
  }
  return text.trim();
}
