import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reply } from '../../../../test/support/status/fake-target.ts';
import type { Outcome } from './call-target.ts';
import { bySpeed, type Check, down, judgeRefusal, none } from './judge-answer.ts';

const wait = { retryAfterMs: 9_000 };

const REFUSALS: readonly (readonly [about: string, outcome: Outcome, check: Check])[] = [
  ['no answer', { kind: 'failed', reason: 'no_answer' }, { result: 'down', reason: 'no_answer' }],
  ['no way', { kind: 'failed', reason: 'unreachable' }, { result: 'down', reason: 'unreachable' }],
  ['200', reply(200, {}), { result: 'down', reason: 'wrong_answer' }],
  ['399', reply(399, {}), { result: 'down', reason: 'wrong_answer' }],
  ['400', reply(400, {}), { result: 'down', reason: 'refused' }],
  ['401', reply(401, {}, wait), { result: 'none', reason: 'key_refused' }],
  ['402', reply(402, {}), { result: 'down', reason: 'refused' }],
  ['403', reply(403, {}), { result: 'none', reason: 'key_refused' }],
  ['404', reply(404, {}), { result: 'down', reason: 'refused' }],
  ['503', reply(503, {}, wait), { result: 'down', reason: 'refused', waitMs: 9_000 }],
  [
    '503 with a code of 429',
    reply(503, { code: 'RATE_LIMITED' }),
    { result: 'down', reason: 'refused' },
  ],
  ['429', reply(429, {}), { result: 'down', reason: 'refused' }],
  ['429 with a number', reply(429, { code: 1 }), { result: 'down', reason: 'refused' }],
  ['429 of another kind', reply(429, { code: 'BUSY' }), { result: 'down', reason: 'refused' }],
  [
    'a rate',
    reply(429, { code: 'RATE_LIMITED' }, wait),
    { result: 'none', reason: 'rate_limited', waitMs: 9_000 },
  ],
  [
    'a rate without a wait',
    reply(429, { code: 'RATE_LIMITED' }),
    { result: 'none', reason: 'rate_limited' },
  ],
  [
    'a quota',
    reply(429, { code: 'DAILY_QUOTA_EXCEEDED' }),
    { result: 'none', reason: 'over_quota' },
  ],
  [
    'credits',
    reply(429, { code: 'AI_CREDITS_EXHAUSTED' }),
    { result: 'none', reason: 'over_quota' },
  ],
];
for (const [about, outcome, check] of REFUSALS) {
  test(`${about} is ${check.result}, ${check.reason ?? ''}`, () => {
    assert.deepEqual(judgeRefusal(outcome), check);
  });
}

test('an answer is slow from its bound on', () => {
  assert.deepEqual(bySpeed(99, 100), { result: 'up' });
  assert.deepEqual(bySpeed(100, 100), { result: 'slow', reason: 'too_slow' });
  assert.deepEqual(none('not_checked'), { result: 'none', reason: 'not_checked' });
  assert.deepEqual(down('missing'), { result: 'down', reason: 'missing' });
});
