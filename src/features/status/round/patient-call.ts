import { LIMITS } from '../../../spec/limits.ts';
import { type Answer, type Call, fieldOf } from './call-target.ts';

/** Respects requests to wait: until the wait is over, returns the same response without calling. */
export function createPatientCall(call: Call, monotonic: () => number): Call {
  const waits = new Map<string, { readonly until: number; readonly answer: Answer }>();
  return async (what) => {
    const { origin, pathname } = new URL(what.url);
    const key = `${what.bearer ?? ''} ${origin}${pathname}`;
    const wait = waits.get(key);
    if (wait !== undefined && monotonic() < wait.until) return wait.answer;
    waits.delete(key);
    const answer = await call(what);
    const isAsked = answer.kind === 'answer' && answer.status === 429;
    if (isAsked && fieldOf(answer, 'code') === 'RATE_LIMITED') {
      const waitMs = Math.min(answer.retryAfterMs ?? 0, LIMITS.status.probePauseMsMax);
      waits.set(key, { until: monotonic() + waitMs, answer });
    }
    return answer;
  };
}
