import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { newId, organizationId, randomBase62, userId } from './ids.ts';

/** Hands out these bytes again and again, and notes how many were asked for. */
function withBytes(t: TestContext, bytes: readonly number[]): number[] {
  const asked: number[] = [];
  t.mock.method(globalThis.crypto, 'getRandomValues', (target: Uint8Array) => {
    asked.push(target.length);
    return target.map((_, at) => bytes[at % bytes.length] ?? 0);
  });
  return asked;
}

test('an id is the prefix of its kind and 22 characters', () => {
  assert.match(newId('organization'), /^org_[0-9A-Za-z]{22}$/);
  assert.match(newId('creditHold'), /^hold_[0-9A-Za-z]{22}$/);
  assert.notEqual(newId('user'), newId('user'));
});

test('a byte is one of 62 characters, and those that would favour some are passed over', (t) => {
  const asked = withBytes(t, [0, 61, 62, 247, 248, 255]);

  assert.equal(randomBase62(6), '0z0z0z');
  assert.deepEqual(asked, [12]);
});

test('where too many are passed over, more are drawn', (t) => {
  const asked = withBytes(t, [255, 255, 255, 255, 255, 10]);

  assert.equal(randomBase62(3), 'AAA');
  assert.deepEqual(asked, [6, 6, 6]);
});

test('no characters take no bytes', (t) => {
  const asked = withBytes(t, [0]);

  assert.equal(randomBase62(0), '');
  assert.deepEqual(asked, []);
});

test('a checked text is the id', () => {
  assert.equal(organizationId('org_a'), 'org_a');
  assert.equal(userId('usr_a'), 'usr_a');
});
