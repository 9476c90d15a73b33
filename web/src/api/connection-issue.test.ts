import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConnectionBoard } from './connection-issue.ts';

const limited = { status: 429, code: 'RATE_LIMITED', message: 'Too many.', retryAfterSeconds: 12 };
const offline = { status: 0, code: 'OFFLINE', message: '', retryAfterSeconds: undefined };

test('a wait is shown until its end, the longest of several', () => {
  let time = 1_000;
  const board = createConnectionBoard(() => time);

  board.noteFailure(limited);
  board.noteFailure({ ...limited, retryAfterSeconds: 3 });
  assert.deepEqual(board.current.get(), { kind: 'wait', message: 'Too many.', until: 13_000 });

  time = 12_999;
  board.noteAnswer();
  assert.notEqual(board.current.get(), undefined);

  time = 13_000;
  board.noteAnswer();
  assert.equal(board.current.get(), undefined);
});

test('the first answer ends being offline', () => {
  const board = createConnectionBoard(() => 0);
  board.noteFailure(offline);
  assert.deepEqual(board.current.get(), { kind: 'offline' });

  board.noteAnswer();

  assert.equal(board.current.get(), undefined);
});

test('rejections without a delay, and delays until tomorrow, are not connection problems', () => {
  const board = createConnectionBoard(() => 0);

  board.noteFailure({ ...limited, status: 403, retryAfterSeconds: undefined });
  board.noteFailure({ ...limited, status: 200 });
  board.noteFailure({ ...limited, code: 'DAILY_QUOTA_EXCEEDED', retryAfterSeconds: 80_000 });

  assert.equal(board.current.get(), undefined);
});
