import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { askWithRetries, noAnswer, notConfigured, type AskNeeds } from './ask-with-retries.ts';
import { keepLog } from './model.suite.ts';
import type { ModelAnswer } from './model.ts';
import { WireError, type WireAnswer } from './transport.ts';

const ANSWER: ModelAnswer = { text: '{}', stop: 'end', tokensIn: 1, tokensOut: 2 };
const GOOD: WireAnswer = { status: 200, headers: {}, body: 'good' };
const LIMITS_HERE = {
  ...LIMITS.model,
  attemptsMax: 4,
  retryDelayMsMin: 0,
  retryAfterMsMax: 60_000,
  attemptMsMax: 60_000,
  totalMsMax: 120_000,
  retryAfterSeconds: 30,
};

type Send = (signal: AbortSignal) => Promise<WireAnswer>;
type Change = Partial<AskNeeds['limits']> & { random?: number; signal?: AbortSignal };

/** Asks a provider that does these things in order, and the last of them from then on. */
async function ask(steps: readonly (WireAnswer | Error | Send)[], change: Change = {}) {
  const { random = 0, signal = new AbortController().signal, ...limits } = change;
  const { log, lines } = keepLog();
  let sent = 0;
  const send: Send = async (inTime) => {
    const step = steps[sent] ?? steps.at(-1);
    sent += 1;
    if (typeof step === 'function') return step(inTime);
    if (step instanceof Error) throw step;
    assert.ok(step !== undefined);
    return step;
  };
  const asking = {
    facts: { host: 'models.internal' },
    send,
    read: (body: string) => (body === 'good' ? ANSWER : undefined),
  };
  const needs = { log, limits: { ...LIMITS_HERE, ...limits }, random: () => random };
  const asked = askWithRetries(needs, asking, signal);
  const answer = await asked.catch((error: unknown) => error);
  const fields = lines.map((line) => line.fields as Readonly<Record<string, unknown>>);
  return { answer, sent, lines, fields };
}

function status(code: number, headers: Record<string, string> = {}): WireAnswer {
  return { status: code, headers, body: 'good' };
}

function busy(retryAfter: string): WireAnswer {
  return status(429, { 'retry-after': retryAfter });
}

function assertNone(answer: unknown, retryAfterSeconds: number): void {
  const { code, facts } = answer as { code: unknown; facts: unknown };
  assert.deepEqual([code, facts], ['AI_PROVIDER_NOT_EU', { retryAfterSeconds }]);
}

/** Nobody answers until the request is given up. */
const silent: Send = (signal) => {
  const { promise, reject } = Promise.withResolvers<never>();
  const alive = setTimeout(() => reject(new Error('Nobody gave the request up.')), 20_000);
  signal.addEventListener('abort', () => {
    clearTimeout(alive);
    reject(new WireError('timeout', true));
  });
  return promise;
};

test('an answer is given, with how long it took for the log', async () => {
  const before = performance.now();
  const { answer, sent, lines, fields } = await ask([GOOD]);

  assert.equal(answer, ANSWER);
  assert.equal(sent, 1);
  const { durationMs, ...facts } = fields[0] ?? {};
  assert.ok(Number(durationMs) <= Math.ceil(performance.now() - before), String(durationMs));
  assert.deepEqual(
    { ...lines[0], fields: facts },
    {
      level: 'info',
      message: 'model responded',
      fields: { host: 'models.internal', attempt: 1, tokensIn: 1, tokensOut: 2, stop: 'end' },
    },
  );
});

test('the statuses of a busy provider are asked again, and no others', async () => {
  const again = [429, 500, 502, 503, 529];
  for (const code of [201, 204, 302, 400, 401, 404, 428, 430, 499, 501, 504, 528, 530, ...again]) {
    const { answer, sent } = await ask([status(code), GOOD]);
    const isAgain = again.includes(code);
    assert.equal(sent, isAgain ? 2 : 1, String(code));
    assert.equal(answer === ANSWER, isAgain, String(code));
  }
});

test('a provider that stays busy is asked as often as promised, and every try is told', async () => {
  const { answer, sent, lines } = await ask([status(503)]);

  assertNone(answer, 30);
  assert.equal(sent, 4);
  const again = 'retrying model request';
  assert.deepEqual(
    lines.map(({ message, fields }) => [message, 'attempt' in fields && fields.attempt]),
    [
      [again, 1],
      [again, 2],
      [again, 3],
      ['no response from model provider', 4],
    ],
  );
});

test('the kind of error that a provider names is logged, and nothing else of it', async () => {
  const reasonOf = async (headers: Record<string, string>): Promise<unknown> => {
    const { fields } = await ask([status(400, headers)]);
    return fields[0]?.['reason'];
  };
  assert.equal(await reasonOf({}), 'status 400');
  const named = { 'x-amzn-errortype': 'ValidationException:http://example.com/' };
  assert.equal(await reasonOf(named), 'status 400 (ValidationException)');
  assert.equal(await reasonOf({ 'x-amzn-errortype': '4711' }), 'status 400');
});

test('only a question that cannot have arrived is sent again', async () => {
  const sentAfter = async (error: Error): Promise<number> => (await ask([error, GOOD])).sent;

  assert.equal(await sentAfter(new WireError('unreachable', false)), 2);
  assert.equal(await sentAfter(new WireError('unreachable', true)), 1);
  for (const reason of ['timeout', 'lost', 'too_large', 'unsigned'] as const) {
    assert.equal(await sentAfter(new WireError(reason, false)), 1, reason);
    assert.equal(await sentAfter(new WireError(reason, true)), 1, reason);
  }
  const lost = await ask([new WireError('lost', true)]);
  assertNone(lost.answer, 30);
  assert.equal(lost.fields[0]?.['reason'], 'lost');
});

test('a fault of ours is no answer of the provider', async () => {
  const fault = new TypeError('ours');
  const { answer, sent } = await ask([fault]);
  assert.equal(answer, fault);
  assert.equal(sent, 1);
});

test('what cannot be read may have been billed, and is not asked for again', async () => {
  const { answer, sent, fields } = await ask([{ ...GOOD, body: 'bad' }]);
  assertNone(answer, 30);
  assert.equal(sent, 1);
  assert.equal(fields[0]?.['reason'], 'unreadable answer');
});

test('each wait is three times the one before, of which chance leaves out up to the half', async () => {
  // A wait beyond what we take ends the asking, and so tells how long it would have been.
  const sentWithin = async (retryAfterMsMax: number, random: number): Promise<number> =>
    (await ask([status(503)], { retryDelayMsMin: 4, retryAfterMsMax, random })).sent;

  const table: readonly (readonly [msMax: number, random: number, sent: number])[] = [
    [3.9, 0, 1],
    [4, 0, 2],
    [11.9, 0, 2],
    [12, 0, 3],
    [35.9, 0, 3],
    [36, 0, 4],
    [1.9, 1, 1],
    [2, 1, 2],
    [5.9, 1, 2],
    [6, 1, 3],
    [2.9, 0.5, 1],
    [3, 0.5, 2],
  ];
  for (const [msMax, random, sent] of table) {
    assert.equal(await sentWithin(msMax, random), sent, `${msMax} ms, ${random}`);
  }
});

test('a wait that the provider asks for is kept up to what we take, else it is passed on', async () => {
  assert.equal((await ask([busy('0'), GOOD], { retryAfterMsMax: 0 })).sent, 2);
  const long = await ask([busy('1'), GOOD], { retryAfterMsMax: 999 });
  assertNone(long.answer, 30);
  assert.equal(long.sent, 1);
  assertNone((await ask([busy('77')], { retryAfterMsMax: 76_999 })).answer, 77);
  // It counts in place of our own wait, which would be too long here.
  const own = { retryDelayMsMin: 5, retryAfterMsMax: 4 };
  assert.equal((await ask([busy('0'), GOOD], own)).sent, 2);
  assert.equal((await ask([busy('soon'), GOOD], own)).sent, 1);
  assert.equal((await ask([busy('1234567890'), GOOD], { retryAfterMsMax: 0 })).sent, 2);
});

test('a wait may be a date', async () => {
  const past = busy('Wed, 21 Oct 2015 07:28:00 GMT');
  assert.equal((await ask([past, GOOD], { retryAfterMsMax: 0 })).sent, 2);
  const far = await ask([busy('Wed, 21 Oct 2999 07:28:00 GMT'), GOOD]);
  assertNone(far.answer, 3_600);
  assert.equal(far.sent, 1);
});

test('nothing is waited for that would end after the time for the whole', async () => {
  const { answer, sent } = await ask([busy('1'), GOOD], { totalMsMax: 1_000 });
  assertNone(answer, 30);
  assert.equal(sent, 1);
});

test('an attempt ends with its time, and the whole with its own', async () => {
  for (const limits of [{ attemptMsMax: 5 }, { totalMsMax: 5 }]) {
    const { answer, sent } = await ask([silent], limits);
    assertNone(answer, 30);
    assert.equal(sent, 1);
  }
});

test('a caller who gives up gets the reason: before, meanwhile and between two tries', async () => {
  const reason = new Error('the client went away');
  const before = await ask([GOOD], { signal: AbortSignal.abort(reason) });
  assert.equal(before.answer, reason);
  assert.equal(before.sent, 0);

  const whoever = new AbortController();
  const meanwhile = await ask(
    [
      async (signal) => {
        setImmediate(() => whoever.abort(reason));
        return silent(signal);
      },
    ],
    { signal: whoever.signal },
  );
  assert.equal(meanwhile.answer, reason);

  const another = new AbortController();
  const between = await ask(
    [
      async () => {
        setImmediate(() => another.abort(reason));
        return busy('50');
      },
      GOOD,
    ],
    { signal: another.signal },
  );
  assert.equal(between.answer, reason);
  assert.equal(between.sent, 1);
});

test('without an answer whoever asks is told when to come again, within the hour', () => {
  const secondsOf = (waitMs?: number) => noAnswer(LIMITS_HERE, waitMs).facts;
  assert.deepEqual(secondsOf(), { retryAfterSeconds: 30 });
  assert.deepEqual(secondsOf(30_000), { retryAfterSeconds: 30 });
  assert.deepEqual(secondsOf(30_001), { retryAfterSeconds: 31 });
  assert.deepEqual(secondsOf(3_600_001), { retryAfterSeconds: 3_600 });
});

test('a model that is not set up is told with those that are', () => {
  const messageOf = (...names: readonly string[]) => notConfigured('opus-4-7', names).message;
  assert.equal(
    messageOf('haiku-4-5', 'sonnet-4-6'),
    'The model opus-4-7 is not configured on this installation; there are haiku-4-5, sonnet-4-6. Choose another model.',
  );
  assert.match(messageOf(), /installation; none is\. Choose/);
  assert.match(messageOf('haiku-4-5'), /; there are haiku-4-5\. Choose/);
});
