/** Automatic retries of reads: after the wait that the server requested, or while it is unreachable. */
import { ApiError } from './call.ts';

const TRIES_MAX = 3;
const OFFLINE_TRIES_MAX = 60;
const OFFLINE_DELAY_MS = 3_000;
/** For longer waits, the user is informed and decides. */
const WAIT_SECONDS_MAX = 60;

export function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'OFFLINE') return failures < OFFLINE_TRIES_MAX;
  const wait = error.retryAfterSeconds;
  const isJam = error.status === 429 || error.status === 503;
  return isJam && wait !== undefined && wait <= WAIT_SECONDS_MAX && failures < TRIES_MAX;
}

export function retryDelayMs(_failures: number, error: unknown): number {
  const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return wait === undefined ? OFFLINE_DELAY_MS : Math.max(1, wait) * 1000;
}
