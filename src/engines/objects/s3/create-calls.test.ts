import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { type ObjectsCode, ObjectsError } from '../objects.ts';
import { createCalls } from './create-calls.ts';

const limits = {
  ...LIMITS.objects,
  attemptsMax: 4,
  retryDelayMsMin: 100,
  retryDelayMsMax: 500,
  retryAfterMsMax: 9_000,
};

/** Fails with these errors, one after the other, then answers. */
async function call(
  errors: readonly Error[],
  {
    chance = 0,
    signal,
  }: {
    readonly chance?: number;
    readonly signal?: AbortSignal;
  } = {},
) {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const left = [...errors];
  let tries = 0;
  const send = async (): Promise<string> => {
    tries += 1;
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'answer';
  };
  const expected = (error: unknown) =>
    error instanceof ObjectsError && error.code === 'exists' ? 'expected' : undefined;
  const calls = createCalls({ limits, sleep, random: () => chance });
  const end = await calls({ send, expected, signal }).catch(
    (error: unknown) => (error as ObjectsError).code,
  );
  return { end, tries, waits };
}

const failures = (count: number, code: ObjectsCode = 'busy', retryAfterMs?: number): Error[] =>
  Array.from({ length: count }, () => new ObjectsError(code, undefined, retryAfterMs));

test('a call is tried four times, with waits that double up to the longest', async () => {
  assert.deepEqual(await call([]), { end: 'answer', tries: 1, waits: [] });
  assert.deepEqual(await call(failures(3)), { end: 'answer', tries: 4, waits: [200, 400, 500] });
  assert.deepEqual(await call(failures(4)), { end: 'busy', tries: 4, waits: [200, 400, 500] });
});

test('a wait is shorter by chance, by a half at most', async () => {
  assert.deepEqual((await call(failures(1), { chance: 0.5 })).waits, [150]);
  assert.deepEqual((await call(failures(1), { chance: 0.999 })).waits, [100]);
  assert.deepEqual((await call(failures(1), { chance: 0.123 })).waits, [188]);
});

test('what passes is tried again, what stays is not', async () => {
  for (const [code, tries] of [
    ['busy', 2],
    ['failed', 2],
    ['not_reached', 2],
    ['timed_out', 2],
    ['broken_off', 2],
    ['altered', 2],
    ['unknown_answer', 2],
    ['denied', 1],
    ['expired', 1],
    ['no_bucket', 1],
    ['refused', 1],
    ['redirected', 1],
    ['untrusted', 1],
    ['address_refused', 1],
    ['full', 1],
    ['wrong_size', 1],
    ['changed', 1],
    ['stopped', 1],
  ] as const) {
    const { tries: seen, end } = await call(failures(1, code));
    assert.deepEqual([code, seen, end], [code, tries, tries === 2 ? 'answer' : code]);
  }
});

test('an error that is an answer is given as one, at the first try', async () => {
  assert.deepEqual(await call(failures(1, 'exists')), { end: 'expected', tries: 1, waits: [] });
});

test('the wait that is asked for counts when it is longer, unless it is too long', async () => {
  assert.deepEqual((await call(failures(1, 'busy', 199))).waits, [200]);
  assert.deepEqual((await call(failures(1, 'busy', 201))).waits, [201]);
  assert.deepEqual((await call(failures(1, 'busy', 9_000))).waits, [9_000]);
  assert.deepEqual(await call(failures(1, 'busy', 9_001)), { end: 'busy', tries: 1, waits: [] });
});

test('whoever stops is not answered, before a try and while it is waited', async () => {
  const stopped = { end: 'stopped', tries: 0, waits: [] };
  assert.deepEqual(await call([], { signal: AbortSignal.abort() }), stopped);
  const stopping = new AbortController();
  const calls = createCalls({
    limits: { ...limits, retryDelayMsMin: 60_000, retryDelayMsMax: 60_000 },
  });
  let tries = 0;
  const send = async (): Promise<never> => {
    tries += 1;
    setImmediate(() => stopping.abort());
    throw new ObjectsError('busy');
  };
  await assert.rejects(calls({ send, signal: stopping.signal }), { code: 'stopped' });
  assert.equal(tries, 1);
});

test('without a signal it is waited as long, and tried again', async () => {
  const calls = createCalls({ limits: { ...limits, retryDelayMsMin: 1, retryDelayMsMax: 1 } });
  let tries = 0;
  const send = async (): Promise<number> => {
    tries += 1;
    if (tries < 4) throw new ObjectsError('failed');
    return tries;
  };
  assert.equal(await calls({ send }), 4);
});
