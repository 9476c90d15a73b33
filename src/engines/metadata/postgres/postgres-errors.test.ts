import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseError } from 'pg';
import { AppError } from '../../../base/errors.ts';
import { ConstraintViolation } from '../violations.ts';
import { isConflict, isRefusal, toSharedError } from './postgres-errors.ts';

function databaseError(code: string | undefined, facts: Partial<DatabaseError> = {}) {
  return Object.assign(new DatabaseError('said by the server', 1, 'error'), { code, ...facts });
}

const VIOLATIONS: readonly [code: string, kind: string, constraint: string][] = [
  ['23502', 'not_null', 'members.name'],
  ['23503', 'foreign_key', 'members_rule'],
  ['23505', 'unique', 'members_rule'],
  ['23514', 'check', 'members_rule'],
];
for (const [code, kind, constraint] of VIOLATIONS) {
  test(`${code} is a violation of kind ${kind}`, () => {
    const facts = { table: 'members', column: 'name', constraint: 'members_rule' };
    const shared = toSharedError(databaseError(code, facts));

    assert.ok(shared instanceof ConstraintViolation);
    assert.deepEqual([shared.kind, shared.constraint], [kind, constraint]);
  });
}

test('a violation of which the server tells no name has an empty one', () => {
  const shared = toSharedError(databaseError('23514'));

  assert.ok(shared instanceof ConstraintViolation);
  assert.equal(shared.constraint, '');
});

const AWAY = "Can't reach the metadata store. Retry in a moment.";
const BUSY = 'The metadata store is busy. Retry in a moment.';
const UNAVAILABLE: readonly [code: string, message: string][] = [
  ['57P01', AWAY],
  ['57P02', AWAY],
  ['57P03', AWAY],
  ['53300', AWAY],
  ['55P03', BUSY],
  ['57014', BUSY],
  ['25P03', BUSY],
];
for (const [code, message] of UNAVAILABLE) {
  test(`after ${code} the store is to be tried again`, () => {
    const shared = toSharedError(databaseError(code));

    assert.ok(shared instanceof AppError);
    assert.deepEqual([shared.code, shared.message], ['STORAGE_UNAVAILABLE', message]);
  });
}

test('any other error of the server stays, without what it quotes of a row', () => {
  const facts = { detail: 'secret', where: 'secret', internalQuery: 'secret', hint: 'kept' };
  for (const code of ['42P01', undefined]) {
    const error = databaseError(code, facts);
    const shared = toSharedError(error);

    assert.equal(shared, error);
    assert.deepEqual(
      [error.detail, error.where, error.internalQuery, error.hint],
      [undefined, undefined, undefined, 'kept'],
    );
  }
});

test('our own refusals stay; all else that is no answer is a broken connection', () => {
  const ours = [new TypeError('a'), new RangeError('b')];
  const broken = toSharedError(new Error('ECONNRESET'));

  assert.deepEqual(ours.map(toSharedError), ours);
  assert.ok(broken instanceof AppError);
  assert.equal(broken.message, AWAY);
});

test('conflicts and refusals are told by their codes alone', () => {
  const codes = ['40001', '40P01', '40002', '28000', '28P01', '3D000', '42P01', '13D00', undefined];
  const judged = codes.map((code) => {
    const error = databaseError(code);
    return [isConflict(error), isRefusal(error)];
  });

  assert.deepEqual(judged, [
    [true, false],
    [true, false],
    [false, false],
    [false, true],
    [false, true],
    [false, true],
    [false, false],
    [false, false],
    [false, false],
  ]);
  const other = Object.assign(new Error('no answer'), { code: '40001' });
  assert.deepEqual([isConflict(other), isRefusal({ code: '28000' })], [false, false]);
});
