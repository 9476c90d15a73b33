import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../base/errors.ts';
import { createLog, type LogOptions } from './log.ts';

function logInto(lines: string[], level: LogOptions['level'] = 'debug') {
  return createLog({
    level,
    fields: { node: 'n1' },
    stream: { write: (line) => void lines.push(line) },
  });
}

test('a line is one JSON object with a level in words and the time in ISO 8601', () => {
  const lines: string[] = [];

  logInto(lines).info({ records: 3 }, 'batch stored');

  assert.equal(lines.length, 1);
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  assert.equal(line['level'], 'info');
  assert.equal(line['node'], 'n1');
  assert.equal(line['records'], 3);
  assert.equal(line['msg'], 'batch stored');
  assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('lines below the level are not written', () => {
  const lines: string[] = [];
  const log = logInto(lines, 'warn');

  log.debug({}, 'a');
  log.info({}, 'b');
  log.warn({}, 'c');
  log.error({}, 'd');

  assert.equal(lines.length, 2);
});

test('secrets do not get through, wherever they stand', () => {
  const lines: string[] = [];
  const headers = { Authorization: 'hush', cookie: 'hush', 'X-API-Key': 'hush', accept: '*/*' };

  logInto(lines).info(
    {
      headers,
      authorization: 'hush',
      token: 'hush',
      'set-cookie': ['hush'],
      password: 'hush',
      secret: 'hush',
      cookie: 'hush',
      'x-api-key': 'hush',
    },
    'odd line',
  );

  assert.doesNotMatch(lines.join(''), /hush/);
  assert.match(lines.join(''), /"accept":"\*\/\*"/);
});

test('an error is told with its causes, and without what a driver hangs onto it', () => {
  const lines: string[] = [];
  const driver = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(a@b.c) exists',
    query: 'INSERT …',
  });
  const error = new AppError('STORAGE_UNAVAILABLE', 'Away.', { fields: { row: 'x' } }, driver);

  logInto(lines).error({ err: error }, 'request failed');
  logInto(lines).error({ err: 'just text' }, 'request failed');

  assert.match(lines[0] ?? '', /"type":"AppError".*"code":"STORAGE_UNAVAILABLE".*log\.test\.ts/);
  assert.match(lines[0] ?? '', /"cause":\{"type":"Error","message":"duplicate key","code":"23505"/);
  assert.match(lines[1] ?? '', /"err":\{"type":"string"\}/);
  assert.doesNotMatch(lines.join(''), /a@b\.c|INSERT|just text/);
});

test('a circle of causes comes to an end', () => {
  const lines: string[] = [];
  const error = new Error('round');
  error.cause = error;

  logInto(lines).error({ err: error }, 'request failed');

  assert.equal(lines[0]?.match(/"type":"Error"/g)?.length, 4);
});

test('headers that are none are not told', () => {
  const lines: string[] = [];

  for (const headers of ['hush', null]) logInto(lines).info({ headers }, 'odd line');

  for (const line of lines) assert.match(line, /"headers":"\[redacted\]"/);
});

test('what is still in memory is written out where a stream holds any', () => {
  let flushed = 0;
  const stream = { write: () => {}, flushSync: () => void (flushed += 1) };

  createLog({ level: 'info', stream }).flush();
  logInto([]).flush();

  assert.equal(flushed, 1);
});
