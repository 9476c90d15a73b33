import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityHeaders } from './security-headers.ts';

const SHARED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const PAGE =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const APP =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

test('each kind of answer may do what it needs, and no more', () => {
  assert.deepEqual(securityHeaders(false), {
    api: {
      ...SHARED,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
    page: { ...SHARED, 'content-security-policy': PAGE, 'cache-control': 'no-cache' },
    app: { ...SHARED, 'content-security-policy': APP, 'cache-control': 'no-cache' },
  });
});

test('over https browsers are told to stay with it for a year', () => {
  const { api, page, app } = securityHeaders(true);
  for (const headers of [api, page, app]) {
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  }
});
