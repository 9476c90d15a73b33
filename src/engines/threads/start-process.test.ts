import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadAnswer, ThreadJob } from '../../../test/support/programs/thread-program.ts';
import { MB } from '../../spec/units.ts';
import { startProcess } from './start-process.ts';

const settings = {
  name: 'tests',
  program: new URL('../../../test/support/programs/thread-program.ts', import.meta.url),
  jobMsMax: 60_000,
  heapBytesMax: 64 * MB,
  tooLong: () => new Error('it takes too long'),
};

function start(more: Partial<typeof settings> = {}) {
  const started = startProcess<ThreadJob, ThreadAnswer>({ ...settings, ...more });
  return { ...started, [Symbol.asyncDispose]: () => started.stop() };
}

test('a process answers one job after the other, and bytes come back', async () => {
  await using worker = start();

  const first = await worker.run({ job: { kind: 'reverse', bytes: new Uint8Array([1, 2, 3]) } });
  assert.deepEqual([...(first.bytes ?? [])], [3, 2, 1]);
  await assert.rejects(worker.run({ job: { kind: 'refuse' } }), {
    code: 'VALIDATION_ERROR',
    message: 'Not like this.',
  });
  await assert.rejects(worker.run({ job: { kind: 'break' } }), (error: Error) => {
    assert.equal(error.message, 'a job of tests failed');
    assert.doesNotMatch(String(error.cause), /canary/);
    return true;
  });
  assert.equal(worker.isAlive(), true);
});

for (const kind of ['fill', 'exit', 'crash'] as const) {
  test(`a process that ends by ${kind} takes nobody along`, async () => {
    await using worker = start();

    await assert.rejects(worker.run({ job: { kind } }), /a process for tests ended/);

    assert.equal(worker.isAlive(), false);
    await assert.rejects(worker.run({ job: { kind: 'tell' } }), /a process for tests ended/);
  });
}

test('a job that takes too long ends its process', async () => {
  await using worker = start({ jobMsMax: 50 });

  await assert.rejects(worker.run({ job: { kind: 'spin' } }), /it takes too long/);
  assert.equal(worker.isAlive(), false);
});

test('who stops a process ends what it does', async () => {
  await using worker = start();
  const spinning = assert.rejects(worker.run({ job: { kind: 'spin' } }), /was stopped/);

  await worker.stop();
  await spinning;
});
