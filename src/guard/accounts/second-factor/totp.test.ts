import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCode } from '../../../../test/support/identity/totp-code.ts';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.ts';
import { newTotpSecret, stepOfCode, toBase32, totpUri } from './totp.ts';

const SECRET = toBase32(Buffer.from('12345678901234567890'));

test('codes are those of RFC 6238', () => {
  assert.equal(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    assert.equal(totpCode(SECRET, seconds * 1_000), code);
    assert.equal(stepOfCode(SECRET, code, 0, seconds * 1_000), Math.floor(seconds / 30));
  }
});

test('a code is good for its step and the ones beside it, and never again', () => {
  const now = 1_700_000_000_000;
  const step = Math.floor(now / 30_000);
  for (const off of [-1, 0, 1]) {
    const code = totpCode(SECRET, now + off * 30_000);
    assert.equal(stepOfCode(SECRET, code, 0, now), step + off);
    assert.equal(stepOfCode(SECRET, code, step + off, now), undefined, 'replayed');
    assert.equal(stepOfCode(SECRET, code, step + off - 1, now), step + off);
  }
  for (const off of [-3, -2, 2, 3]) {
    assert.equal(stepOfCode(SECRET, totpCode(SECRET, now + off * 30_000), 0, now), undefined);
  }
  for (const wrong of ['', '12345', '1234567', '１２３４５６', 'abcdef']) {
    assert.equal(stepOfCode(SECRET, wrong, 0, now), undefined);
  }
});

test('secrets have 160 bits, recovery codes 80, and no two are equal', () => {
  const secrets = new Set(Array.from({ length: 100 }, newTotpSecret));
  assert.equal(secrets.size, 100);
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) {
    assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    assert.equal(plainRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `), code);
  }
});

test('the address for a QR code names product and person', () => {
  assert.equal(
    totpUri('ABC', 'a&b@example.com', 'Xplain'),
    'otpauth://totp/Xplain:a%26b%40example.com?secret=ABC&issuer=Xplain',
  );
});
