import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY_PREFIXES, TOKEN_PREFIX } from '../../../spec/roles.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  hashCredential,
  isWellFormedCredential,
  lastFour,
  newCredentialValue,
} from './credential-value.ts';

test('a new value has its prefix, its random part and a checksum', () => {
  for (const prefix of [KEY_PREFIXES.live, KEY_PREFIXES.test, TOKEN_PREFIX]) {
    const value = newCredentialValue(prefix);
    const { randomCharacters, checksumCharacters } = LIMITS.credentials;

    assert.ok(value.startsWith(prefix));
    assert.equal(value.length, prefix.length + randomCharacters + checksumCharacters);
    assert.match(value.slice(prefix.length), /^[0-9A-Za-z]+$/);
    assert.ok(isWellFormedCredential(value));
  }
});

test('two values differ', () => {
  assert.notEqual(newCredentialValue(TOKEN_PREFIX), newCredentialValue(TOKEN_PREFIX));
});

test('one wrong character anywhere is noticed', () => {
  const value = newCredentialValue(KEY_PREFIXES.live);
  for (let at = 0; at < value.length; at++) {
    const wrong = value.slice(0, at) + (value[at] === 'a' ? 'b' : 'a') + value.slice(at + 1);
    assert.ok(!isWellFormedCredential(wrong), wrong);
  }
});

test('cut, longer, empty and foreign values are not ours', () => {
  const value = newCredentialValue(KEY_PREFIXES.test);
  const foreign = [
    '',
    'xp_',
    value.slice(0, -1),
    `${value}0`,
    ` ${value}`,
    value.toLowerCase(),
    'ghp_0123',
    value.replace('xp_test_', 'xp_live_'),
  ];
  for (const wrong of foreign) assert.ok(!isWellFormedCredential(wrong), wrong);
});

test('a list shows the last four characters', () => {
  assert.equal(lastFour('xpat_abcdef'), 'cdef');
});

test('the hash says nothing of the value and is the same each time', () => {
  const value = newCredentialValue(TOKEN_PREFIX);

  assert.equal(hashCredential(value), hashCredential(value));
  assert.match(hashCredential(value), /^[0-9a-f]{64}$/);
  assert.notEqual(hashCredential(value), hashCredential(newCredentialValue(TOKEN_PREFIX)));
});

test('a longer value is none of ours, although its checksum is right', () => {
  assert.ok(isWellFormedCredential(newCredentialValue('xp_live_')));
  assert.ok(!isWellFormedCredential(newCredentialValue('xp_live_x')));
});
