/** The promises of the port, for every provider: each against a real server on loopback. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import type { Log } from '../../base/log.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  startModelServer,
  type ModelServer,
} from '../../../test/support/evaluation/start-model-server.ts';
import type { ModelProvider, ModelQuestion, OpenedModel } from './model.ts';
import type { ModelNeeds } from './open-model.ts';

export const QUESTION: ModelQuestion = {
  model: 'haiku-4-5',
  system: 'Judge the rows.',
  text: 'BEGIN ROWS\n1 capture failed\nEND ROWS, größer als ASCII 🙂',
  answerSchema: { type: 'object', properties: {}, additionalProperties: false },
  answerTokensMax: 321,
};

/** Retries come quickly; a machine that stands still for a while is not what is tested. */
export const QUICK = {
  ...LIMITS.model,
  retryDelayMsMin: 2,
  attemptMsMax: 9_000,
  totalMsMax: 30_000,
  connectMsMax: 9_000,
};
/** For those who are not answered. */
const HASTY = { ...QUICK, attemptMsMax: 1_000 };

export interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

export function keepLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields, message });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { log, lines };
}

export type OpenAt = (needs: ModelNeeds, origin: string) => Promise<OpenedModel>;

interface Scene {
  readonly model: ModelServer;
  readonly provider: ModelProvider;
  readonly lines: LogLine[];
  readonly ask: () => ReturnType<ModelProvider['ask']>;
}

export function modelSuite(name: string, openAt: OpenAt): void {
  async function open(t: TestContext, limits = QUICK): Promise<Scene> {
    const model = await startModelServer(t);
    const { log, lines } = keepLog();
    const provider = await opened(t, openAt, { log, limits }, model.url);
    return {
      model,
      provider,
      lines,
      ask: async () => provider.ask(QUESTION, new AbortController().signal),
    };
  }

  suite(name, () => {
    answering(open);
    retrying(open);
    unreachable(openAt);
    refusing(open);
    givingUp(open);
  });
}

async function opened(
  t: TestContext,
  openAt: OpenAt,
  needs: ModelNeeds,
  origin: string,
): Promise<ModelProvider> {
  const result = await openAt(needs, origin);
  assert.equal(result.kind, 'open');
  t.after(() => result.provider[Symbol.asyncDispose]());
  return result.provider;
}

type Open = (t: TestContext, limits?: typeof QUICK) => Promise<Scene>;
const UNAVAILABLE = { name: 'AppError', code: 'AI_PROVIDER_NOT_EU' };

function answering(open: Open): void {
  test('an answer comes with its text, its end and what it cost', async (t) => {
    const { model, ask } = await open(t);
    model.play({ say: '{"ok":"größer 🙂"}', usage: { in: 70, out: 9, cached: 30 } });

    const answer = await ask();

    assert.deepEqual(answer, {
      text: '{"ok":"größer 🙂"}',
      stop: 'end',
      tokensIn: 100,
      tokensOut: 9,
    });
    assert.equal(model.seen.length, 1);
    assert.equal(model.seen[0]?.system, QUESTION.system);
    assert.equal(model.seen[0]?.text, QUESTION.text);
  });

  test('why the model stopped is told in our words', async (t) => {
    const { model, ask } = await open(t);
    const stops = [
      ['end_turn', 'end'],
      ['max_tokens', 'length'],
      ['refusal', 'refused'],
      ['content_filtered', 'filtered'],
      ['guardrail_intervened', 'filtered'],
    ] as const;
    for (const [stop, expected] of stops) {
      model.play({ say: '{}', stop });
      assert.equal((await ask()).stop, expected, stop);
    }
  });

  test('usage that the provider leaves out is undefined, not zero', async (t) => {
    const { model, ask } = await open(t);
    model.play({ say: '{}', usage: 'missing' });
    const { tokensIn, tokensOut } = await ask();
    assert.deepEqual([tokensIn, tokensOut], [undefined, undefined]);
  });

  test('the temperature is 0, and absent for the model that refuses it', async (t) => {
    const { model, provider } = await open(t);
    for (const [name, expected] of [
      ['haiku-4-5', 0],
      ['sonnet-4-6', 0],
      ['opus-4-7', undefined],
    ] as const) {
      await provider.ask({ ...QUESTION, model: name }, new AbortController().signal);
      const raw = model.seen.at(-1)?.raw ?? '';
      const found = /"temperature":([\d.]+)/.exec(raw)?.[1];
      assert.equal(found === undefined ? undefined : Number(found), expected, name);
      assert.ok(!/top_p|topP|top_k|topK/.test(raw));
    }
  });
}

function retrying(open: Open): void {
  test('a busy provider is asked again, up to three requests', async (t) => {
    for (const status of [429, 500, 502, 503, 529]) {
      const { model, ask } = await open(t);
      model.play({ status }, { status }, { say: '{"third":true}' });
      assert.equal((await ask()).text, '{"third":true}');
      assert.equal(model.seen.length, QUICK.attemptsMax, String(status));
    }
  });

  test('a provider that stays busy is given up', async (t) => {
    for (const status of [429, 503]) {
      const { model, ask, lines } = await open(t);
      model.play({ status });
      await assert.rejects(ask(), { ...UNAVAILABLE, facts: { retryAfterSeconds: 30 } });
      assert.equal(model.seen.length, QUICK.attemptsMax);
      assert.equal(lines.at(-1)?.message, 'no response from model provider');
    }
  });

  test('a wait the provider asks for is kept, and a long one is passed on', async (t) => {
    const { model, ask } = await open(t, { ...QUICK, retryAfterMsMax: 1_000, totalMsMax: 9_000 });
    model.play({ status: 429, headers: { 'retry-after': '1' } }, { say: '{}' });
    const startedAt = performance.now();
    await ask();
    assert.ok(performance.now() - startedAt >= 990);

    model.play({ status: 503, headers: { 'retry-after': '77' } }, { say: '{}' });
    await assert.rejects(ask(), { ...UNAVAILABLE, facts: { retryAfterSeconds: 77 } });
    assert.equal(model.seen.length, 3);
  });

  test('tries and waits end with the time for the whole', async (t) => {
    const { model, ask } = await open(t, { ...QUICK, totalMsMax: 900 });
    model.play({ status: 429, headers: { 'retry-after': '1' } });
    await assert.rejects(ask(), UNAVAILABLE);
    assert.equal(model.seen.length, 1);
  });
}

function unreachable(openAt: OpenAt): void {
  test('a provider that is away is tried again and then is an error', async (t) => {
    const { log, lines } = keepLog();
    const model = await startModelServer(t);
    const provider = await opened(t, openAt, { log, limits: QUICK }, model.url);
    model.goAway();
    await assert.rejects(provider.ask(QUESTION, new AbortController().signal), UNAVAILABLE);
    const again = lines.filter(({ message }) => message === 'retrying model request');
    assert.equal(again.length, QUICK.attemptsMax - 1);
  });

  test('a port that takes connections and says nothing ends with the attempt', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { log } = keepLog();
    const limits = { ...HASTY, profileCheckMsMax: 50 };
    const origin = `http://127.0.0.1:${address.port}`;
    const provider = await opened(t, openAt, { log, limits }, origin);
    await assert.rejects(provider.ask(QUESTION, new AbortController().signal), UNAVAILABLE);
  });
}

function refusing(open: Open): void {
  test('what the provider refuses is not asked twice', async (t) => {
    for (const status of [400, 401, 403, 404, 408, 422, 501, 504, 201, 204, 304]) {
      const { model, ask } = await open(t);
      model.play({ status }, { say: '{}' });
      await assert.rejects(ask(), UNAVAILABLE, String(status));
      assert.equal(model.seen.length, 1, String(status));
    }
  });

  test('a redirect is not followed', async (t) => {
    const { model, ask } = await open(t);
    const second = await startModelServer(t);
    const path = '/v1/chat/completions';
    model.play({ redirectTo: `${second.url}${path}` }, { say: '{}' });
    await assert.rejects(ask(), UNAVAILABLE);
    assert.equal(model.seen.length, 1);
    assert.equal(second.seen.length + second.profilesSeen.length, 0);
  });

  test('an answer up to the limit is taken, one over it is not', async (t) => {
    // So much takes its time on a busy machine.
    const { model, ask } = await open(t, { ...QUICK, attemptMsMax: 60_000, totalMsMax: 90_000 });
    model.play({ oversizedBytes: QUICK.answerBytesMax - 1_000 });
    assert.equal((await ask()).text.length, QUICK.answerBytesMax - 1_000);
    model.play({ oversizedBytes: QUICK.answerBytesMax }, { say: '{}' });
    await assert.rejects(ask(), UNAVAILABLE);
    assert.equal(model.seen.length, 2);
  });

  test('an answer of another kind is no answer', async (t) => {
    const { model, ask } = await open(t);
    const bodies = ['', 'x', '[]', 'null', '{}', '{"choices":[]}', '{"output":{"message":null}}'];
    for (const body of bodies) {
      model.play({ status: 200, body });
      await assert.rejects(ask(), UNAVAILABLE, body);
    }
    assert.equal(model.seen.length, bodies.length);
  });

  test('nothing of question, answer or error body is logged', async (t) => {
    const { model, ask, lines } = await open(t);
    model.play({ say: '{"canary":1}' }, { status: 400, body: '{"message":"canary"}' });
    await ask();
    await assert.rejects(ask(), (error) => !JSON.stringify(error).includes('canary'));
    const text = JSON.stringify(lines);
    assert.ok(!text.includes('canary') && !text.includes('capture') && !text.includes('Judge'));
    assert.match(text, /"host":"127\.0\.0\.1".*"bytesSent":\d/);
  });
}

function givingUp(open: Open): void {
  test('a provider that never answers costs one attempt, and the socket is closed', async (t) => {
    for (const step of [{ silent: true }, { stuck: true }] as const) {
      const { model, ask } = await open(t, HASTY);
      model.play(step, { say: '{}' });
      await assert.rejects(ask(), UNAVAILABLE);
      assert.equal(model.seen.length, 1);
      await until(() => model.seen[0]?.isAborted === true);
    }
  });

  test('a connection lost after the question was sent is not tried again', async (t) => {
    const { model, ask } = await open(t);
    model.play({ drop: true }, { say: '{}' });
    await assert.rejects(ask(), UNAVAILABLE);
    assert.equal(model.seen.length, 1);
  });

  test('a caller who gives up closes the socket and gets the reason', async (t) => {
    const { model, provider } = await open(t, { ...QUICK, attemptMsMax: 60_000 });
    model.play({ silent: true });
    const caller = new AbortController();
    const asked = provider.ask(QUESTION, caller.signal);
    await until(() => model.seen.length === 1);
    caller.abort(new Error('the client went away'));
    await assert.rejects(asked, /the client went away/);
    await until(() => model.seen[0]?.isAborted === true);
  });

  test('a caller who gave up before sends nothing', async (t) => {
    const { model, provider } = await open(t);
    await assert.rejects(provider.ask(QUESTION, AbortSignal.abort(new Error('too late'))), /late/);
    assert.equal(model.seen.length, 0);
  });

  test('a caller who gives up between two tries ends the waiting', async (t) => {
    const { model, provider } = await open(t, {
      ...QUICK,
      retryAfterMsMax: 60_000,
      totalMsMax: 99_000,
    });
    model.play({ status: 429, headers: { 'retry-after': '50' } });
    const caller = new AbortController();
    const asked = provider.ask(QUESTION, caller.signal);
    await until(() => model.seen.length === 1);
    setTimeout(() => caller.abort(new Error('enough')), 50);
    await assert.rejects(asked, /enough/);
  });
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail('It did not come true within five seconds.');
}
