import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemActor } from './actor.ts';
import { isoTime } from './clock.ts';
import { AppError, invalid, notFound, StartError } from './errors.ts';
import { safeStack } from './safe-stack.ts';
import { organizationId } from './ids.ts';
import { isObject } from './is-object.ts';
import { plainText } from './plain-text.ts';

test('what is not there and what is not valid have their codes', () => {
  const missing = notFound('alert rule');
  assert.ok(missing instanceof AppError);
  assert.deepEqual(
    [missing.name, missing.code, missing.message, missing.facts],
    ['AppError', 'NOT_FOUND', 'No such alert rule.', {}],
  );
  const wrong = invalid('rows.3', 'Too long.');
  assert.deepEqual(
    [wrong.code, wrong.message, wrong.facts],
    ['VALIDATION_ERROR', 'Invalid input.', { details: [{ path: 'rows.3', message: 'Too long.' }] }],
  );
});

test('an error carries its cause, if it has one', () => {
  const cause = new Error('below');

  assert.equal(new AppError('NOT_FOUND', 'x', {}, cause).cause, cause);
  assert.equal('cause' in new AppError('NOT_FOUND', 'x'), false);
  assert.equal(new StartError('x', cause).cause, cause);
  assert.equal('cause' in new StartError('x'), false);
  assert.equal(new StartError('x').name, 'StartError');
});

test('the frames of an error tell its name and places, and none of its words', () => {
  const error = new RangeError('secret\n  of a tenant');
  error.stack = `${error.name}: ${error.message}\n    at one (a.ts:1)\n    at two (b.ts:2)`;

  assert.equal(safeStack(error), 'RangeError\n    at one (a.ts:1)\n    at two (b.ts:2)');
  assert.equal(safeStack('secret'), 'something else than an error was thrown');
});

test('what JSON calls an object is neither a list nor nothing', () => {
  const values = [{}, { a: 1 }, [], null, undefined, 'a', 5, () => undefined];

  assert.deepEqual(values.map(isObject), [true, true, false, false, false, false, false, false]);
});

test('what a client says of itself is kept without NUL, up to 512 characters', () => {
  assert.equal(plainText('a\0b\0'), 'ab');
  assert.equal(plainText(`${'x'.repeat(511)}yz`), `${'x'.repeat(511)}y`);
});

test('times are written in UTC with milliseconds', () => {
  assert.equal(isoTime(1_785_931_200_123), '2026-08-05T12:00:00.123Z');
});

test('the platform itself acts with what it is given, by default with nothing', () => {
  const organization = organizationId('org_a');

  assert.deepEqual(systemActor(organization, 'export'), {
    organization,
    who: { kind: 'system', job: 'export' },
    permissions: new Set(),
    ipAddress: '',
    userAgent: '',
  });
  const { permissions } = systemActor(organization, 'export', ['logs:read']);
  assert.deepEqual([...permissions], ['logs:read']);
});
