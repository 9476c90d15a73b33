/** What people are told of what went wrong, and what the log is told alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { type Log, silentLog } from '../../../base/log.ts';
import { failureOf, tookTooLong } from './failures.ts';

function start() {
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields, message) => logged.push([message, fields]) };
  return { log, logged };
}

test('a mistake is told with its places, and not logged', () => {
  const { log, logged } = start();
  const details = [
    { path: 'query', message: 'What is this?', position: 4 },
    { path: 'then', message: 'And that?' },
  ];

  const plain = failureOf(log, new AppError('QUERY_TIMEOUT', 'It took too long.'));
  const placed = failureOf(log, new AppError('QUERY_SYNTAX_ERROR', 'No.', { details }));

  assert.deepEqual(plain, { code: 'QUERY_TIMEOUT', error: 'It took too long.' });
  assert.deepEqual(placed, { code: 'QUERY_SYNTAX_ERROR', error: 'No.', details });
  assert.deepEqual(logged, []);
});

test('a defect is logged, and nothing of it is told', () => {
  const { log, logged } = start();
  const defect = new TypeError('secret');

  assert.deepEqual(failureOf(log, defect), {
    code: 'INTERNAL',
    error: 'Internal error. Try again.',
  });
  assert.deepEqual(logged, [['panel failed', { err: defect }]]);
});

test('a dashboard that took too long can be asked for less', () => {
  const { code, message } = tookTooLong();

  assert.deepEqual(
    [code, message],
    ['QUERY_TIMEOUT', 'The dashboard took too long. Shorten the time range.'],
  );
});
