import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPath } from './next-path.ts';

test('only paths of this site are gone to', () => {
  assert.equal(nextPath('/search?q=a%20b#x'), '/search?q=a%20b#x');
  assert.equal(nextPath('https://example.com'), '/');
  assert.equal(nextPath('//example.com'), '/');
  assert.equal(nextPath('/\\example.com'), '/');
  assert.equal(nextPath('javascript:alert(1)'), '/');
  assert.equal(nextPath(undefined), '/');
});

test('nobody is sent back to the sign-in page', () => {
  assert.equal(nextPath('/sign-in?next=/x'), '/');
  assert.equal(nextPath('/sign-in'), '/');
  assert.equal(nextPath('/sign-insights'), '/sign-insights');
});
