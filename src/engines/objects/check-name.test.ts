import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { AppError } from '../../base/errors.ts';
import { checkOrganization, nameParts, prefixFolders } from './check-name.ts';

const limits = { ...LIMITS.objects, nameCharactersMax: 300, namePartsMax: 4 };
const long = 'x'.repeat(128);

function invalid(path: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', 'Invalid input.', {
    details: [{ path, message }],
  });
}

for (const name of ['org/a', 'org/a/b/c', 'org/dt=2026-01-01/a_b.json.gz', `org/${long}`]) {
  test(`${name.slice(0, 40)} is a name`, () => {
    assert.deepEqual(nameParts(name, limits), name.split('/'));
  });
}

for (const name of [
  '',
  'org',
  'org/a/b/c/d',
  'org/',
  '/a',
  'org//a',
  'org/../a',
  'org/.a',
  'org/a b',
  `org/${long}x`,
  `o/${'x'.repeat(100)}/${'x'.repeat(100)}/${'x'.repeat(97)}`,
]) {
  test(`${JSON.stringify(name.slice(0, 40))} is no name`, () => {
    const refusal = invalid('name', 'Invalid file name.');
    assert.throws(() => nameParts(name, limits), refusal);
  });
}

test('a name may be as long as the bound', () => {
  const name = `o/${'x'.repeat(100)}/${'x'.repeat(100)}/${'x'.repeat(96)}`;
  assert.equal(name.length, 300);
  assert.equal(nameParts(name, limits).length, 4);
  assert.equal(prefixFolders(name, limits).length, 3);
});

for (const [prefix, folders] of [
  ['org/', ['org']],
  ['org/a', ['org']],
  ['org/a/b/c', ['org', 'a', 'b']],
  ['org/a/b/', ['org', 'a', 'b']],
  [`org/${long}`, ['org']],
] as const) {
  test(`${prefix.slice(0, 40)} begins names`, () => {
    assert.deepEqual(prefixFolders(prefix, limits), folders);
  });
}

for (const prefix of [
  '',
  'org',
  '/a',
  'org/a/b/c/d',
  'org/../a',
  'org/.a',
  `org/${long}x`,
  `o/${'x'.repeat(100)}/${'x'.repeat(100)}/${'x'.repeat(97)}`,
]) {
  test(`${JSON.stringify(prefix.slice(0, 40))} begins no names`, () => {
    const refusal = invalid('prefix', 'Invalid file name prefix.');
    assert.throws(() => prefixFolders(prefix, limits), refusal);
  });
}

test('an organization is one part', () => {
  assert.doesNotThrow(() => checkOrganization('org_1'));
  const refusal = invalid('organization', 'Invalid organization ID.');
  assert.throws(() => checkOrganization('org/1'), refusal);
  assert.throws(() => checkOrganization(''), refusal);
});
