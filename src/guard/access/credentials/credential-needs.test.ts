import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialState, readExpiry } from './credential-needs.ts';

const NOW = 1_768_478_400_000;

test('an end lies in the future, or there is none', () => {
  const message = 'The expiration date must be in the future.';
  const refused = {
    code: 'VALIDATION_ERROR',
    message,
    facts: { details: [{ path: 'expiresAt', message }] },
  };

  assert.equal(readExpiry(undefined, NOW), null);
  assert.equal(readExpiry('2026-01-15T12:00:00.001Z', NOW), NOW + 1);
  for (const text of ['2026-01-15T12:00:00.000Z', '2026-01-15T11:59:59.999Z', 'tomorrow']) {
    assert.throws(() => readExpiry(text, NOW), refused, text);
  }
});

test('a credential is active until it is revoked or its moment has come', () => {
  const states = (
    [
      [null, null],
      [NOW + 1, null],
      [NOW, null],
      [NOW - 1, null],
      [null, NOW],
      [NOW - 1, NOW],
    ] as const
  ).map(([expires_at, revoked_at]) => credentialState({ expires_at, revoked_at }, NOW));

  assert.deepEqual(states, ['active', 'active', 'expired', 'expired', 'revoked', 'revoked']);
  assert.equal(credentialState({ expires_at: null, revoked_at: null }, -1), 'active');
});
