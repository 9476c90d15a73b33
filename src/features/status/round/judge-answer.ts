import type { MinuteResult, StatusReason } from '../../../spec/status.ts';
import { fieldOf, type Outcome } from './call-target.ts';

/** What one look at a component found out. */
export interface Check {
  readonly result: MinuteResult;
  readonly reason?: StatusReason;
  /** How long the other side asked not to be called. */
  readonly waitMs?: number;
}

export const GOOD: Check = { result: 'up' };
export const SLOW: Check = { result: 'slow', reason: 'too_slow' };

export function none(reason: StatusReason): Check {
  return { result: 'none', reason };
}

export function down(reason: StatusReason): Check {
  return { result: 'down', reason };
}

/** Good, or slow from `msSlow` on. */
export function bySpeed(elapsedMs: number, msSlow: number): Check {
  return elapsedMs >= msSlow ? SLOW : GOOD;
}

/** 429 codes that concern the probe, not the platform. */
const ABOUT_THE_PROBE: Readonly<Record<string, StatusReason>> = {
  RATE_LIMITED: 'rate_limited',
  DAILY_QUOTA_EXCEEDED: 'over_quota',
  AI_CREDITS_EXHAUSTED: 'over_quota',
};

/** Judges any outcome other than the expected response. */
export function judgeRefusal(outcome: Outcome): Check {
  if (outcome.kind === 'failed') return down(outcome.reason);
  const wait = outcome.retryAfterMs === undefined ? {} : { waitMs: outcome.retryAfterMs };
  if (outcome.status === 401 || outcome.status === 403) return none('key_refused');
  if (outcome.status === 429) {
    const code = fieldOf(outcome, 'code');
    const reason = typeof code === 'string' ? ABOUT_THE_PROBE[code] : undefined;
    if (reason !== undefined) return { ...none(reason), ...wait };
  }
  return { ...down(outcome.status >= 400 ? 'refused' : 'wrong_answer'), ...wait };
}
