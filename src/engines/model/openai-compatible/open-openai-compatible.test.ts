import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startModelServer } from '../../../../test/support/evaluation/start-model-server.ts';
import { keepLog, modelSuite, QUESTION, QUICK } from '../model.suite.ts';
import { openModel } from '../open-model.ts';

const PLACE = { kind: 'openai-compatible', country: 'DE', models: {}, key: undefined } as const;

modelSuite('openai-compatible', (needs, origin) =>
  openModel(needs, { ...PLACE, url: `${origin}/v1` }),
);

test('the request is a chat completion with the schema of the answer', async (t) => {
  const model = await startModelServer(t);
  const opened = await openModel(
    { log: keepLog().log, limits: QUICK },
    { ...PLACE, url: `${model.url}/v1/`, key: 'geheim', models: { 'haiku-4-5': 'org/model-8b' } },
  );
  assert.equal(opened.kind, 'open');
  t.after(() => opened.provider[Symbol.asyncDispose]());

  await opened.provider.ask(QUESTION, new AbortController().signal);

  assert.deepEqual([opened.provider.provider, opened.provider.region], ['openai-compatible', 'DE']);
  const [seen] = model.seen;
  assert.equal(seen?.path, '/v1/chat/completions');
  assert.equal(seen.headers.authorization, 'Bearer geheim');
  assert.deepEqual(seen.body, {
    model: 'org/model-8b',
    messages: [
      { role: 'system', content: QUESTION.system },
      { role: 'user', content: QUESTION.text },
    ],
    max_tokens: QUESTION.answerTokensMax,
    temperature: 0,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema: QUESTION.answerSchema },
    },
    stream: false,
  });
});

test('a model without an id is asked for by its own name, and no key sends no key', async (t) => {
  const model = await startModelServer(t);
  const opened = await openModel(
    { log: keepLog().log, limits: QUICK },
    { ...PLACE, url: `${model.url}/v1` },
  );
  assert.equal(opened.kind, 'open');
  t.after(() => opened.provider[Symbol.asyncDispose]());
  await opened.provider.ask({ ...QUESTION, model: 'opus-4-7' }, new AbortController().signal);
  assert.equal(model.seen[0]?.model, 'opus-4-7');
  assert.equal(model.seen[0].headers.authorization, undefined);
});
