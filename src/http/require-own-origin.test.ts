import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from './gate.ts';
import { requireOwnOrigin } from './require-own-origin.ts';

const OWN = 'https://logs.example.com';
const REFUSED = { code: 'FORBIDDEN', message: 'Cross-origin request refused.' };

function check(method: string, origin?: string, site?: string): void {
  const headers = {
    ...(origin === undefined ? {} : { origin }),
    ...(site === undefined ? {} : { 'sec-fetch-site': site }),
  };
  requireOwnOrigin(OWN, { method, headers } as unknown as Request);
}

test('what changes something comes from our own pages, or from no page at all', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    check(method);
    check(method, OWN);
    check(method, undefined, 'same-origin');
    check(method, undefined, 'none');
    check(method, OWN, 'same-origin');
  }
});

test('a page of another site, or of another port or name of ours, changes nothing', () => {
  for (const origin of [
    'https://evil.example',
    'null',
    '',
    `${OWN}:444`,
    'http://logs.example.com',
  ]) {
    assert.throws(() => check('POST', origin), REFUSED, origin);
    assert.throws(() => check('POST', origin, 'same-origin'), REFUSED, origin);
  }
  for (const site of ['cross-site', 'same-site', '', 'None']) {
    assert.throws(() => check('DELETE', undefined, site), REFUSED, site);
    assert.throws(() => check('POST', OWN, site), REFUSED, site);
  }
});

test('what only reads may come from anywhere', () => {
  for (const method of ['GET', 'HEAD']) check(method, 'https://evil.example', 'cross-site');
  assert.throws(() => check('OPTIONS', 'https://evil.example'), REFUSED);
});
