import { RETRY_DELAYS_MS } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';

/** Delay of a message after a number of attempts. */
export function retryDelayMs(attempts: number, random: number): number {
  const delayMs = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
  return Math.round(delayMs * (1 + LIMITS.alerts.retryJitterRatio * (2 * random - 1)));
}
