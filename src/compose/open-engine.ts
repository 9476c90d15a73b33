/** Opens an engine and explains to the operator why it can't be opened. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, StartError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { noteOutage } from '../base/note-outage.ts';
import type { VariableName } from '../config/index.ts';
import { SECOND_MS } from '../spec/units.ts';
import { hostOf } from './open-to.ts';

/** Address of an external engine and the variable that sets it. */
export interface EnginePlace {
  readonly variable: VariableName;
  readonly urls: readonly string[];
}

/** One line for the operator, followed by the cause. */
export async function openEngine<T>(
  name: string,
  engine: Promise<T>,
  place?: EnginePlace,
): Promise<T> {
  try {
    return await engine;
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error;
    throw new StartError(`Can't open the ${name}. ${reasonOf(error, place)}`, error);
  }
}

function reasonOf(error: Error, place: EnginePlace | undefined): string {
  const first = error.message.split('\n', 1)[0] ?? '';
  if (place === undefined) return first;
  const hosts = place.urls.map(addressOf).join(', ');
  const isAway = error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE';
  const code = codeOf(error);
  const why = isAway ? `${hosts} is not responding${code}` : `${hosts}: ${first}${code}`;
  return `${why.replace(/\.$/, '')}. Check ${place.variable} and that the server is running.`;
}

/** Only host and port: the rest of an address may contain secrets. */
function addressOf(url: string): string {
  const { port } = URL.parse(url) ?? { port: '' };
  return port === '' ? hostOf(url) : `${hostOf(url)}:${port}`;
}

/** The system error code, such as ECONNREFUSED, at the end of the chain of causes. */
function codeOf(error: unknown): string {
  let deepest = '';
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
    const code = 'code' in at ? String(at.code) : '';
    if (/^E[A-Z_]+$/.test(code)) deepest = code;
  }
  return deepest === '' ? '' : ` (${deepest})`;
}

interface Patience {
  readonly log: Log;
  readonly msMax: number;
  /** Of a clock that never jumps. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

const AGAIN_MS = 1 * SECOND_MS;

/** A server that starts together with this process may need a little longer. */
export async function openWhenReachable<T>(
  { log, msMax, now = () => performance.now(), pause = sleep }: Patience,
  name: string,
  open: () => Promise<T>,
): Promise<T> {
  const outage = noteOutage(log, { begins: 'waiting for an engine', ends: 'engine available' });
  const deadline = now() + msMax;
  for (;;) {
    try {
      const engine = await open();
      outage.worked({ engine: name });
      return engine;
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE';
      if (!isAway || now() + AGAIN_MS > deadline) throw error;
      outage.failed(error, { engine: name });
    }
    await pause(AGAIN_MS);
  }
}
