import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { LIMITS } from '../../spec/limits.ts';
import { createBackground } from './background.ts';

test('work is not waited for until there is too much of it', async () => {
  const background = createBackground(silentLog, LIMITS.accounts.backgroundMax);
  const gate = Promise.withResolvers<void>();
  for (let index = 0; index < LIMITS.accounts.backgroundMax; index++) {
    await background.run(() => gate.promise);
  }
  let isOver = false;

  const last = background
    .run(() => gate.promise)
    .then(() => {
      isOver = true;
    });
  await new Promise((resolve) => setImmediate(resolve));
  const before = isOver;
  gate.resolve();
  await last;

  assert.deepEqual([before, isOver], [false, true]);
});

test('the end waits for what is under way, and a failure is told', async () => {
  const lines: string[] = [];
  const log = {
    ...silentLog,
    error: (_fields: object, message: string) => void lines.push(message),
  };
  const done: string[] = [];
  const background = createBackground(log, 10);

  await background.run(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push('slow');
  });
  await background.run(() => Promise.reject(new Error('broken')));
  const before = [...done];
  await background[Symbol.asyncDispose]();

  assert.deepEqual([before, done], [[], ['slow']]);
  assert.deepEqual(lines, ['background task failed']);
});
