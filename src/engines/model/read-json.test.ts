import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConverseAnswer } from './bedrock/converse.ts';
import { readChatAnswer } from './openai-compatible/chat.ts';
import { field, listOf, parseJson, sumTokens } from './read-json.ts';

test('a text that is no JSON has no value', () => {
  assert.deepEqual(parseJson('{"a":[1]}'), { a: [1] });
  assert.equal(parseJson('{"a":'), undefined);
});

test('a field is what the value itself has under that name', () => {
  const value = { first: 1, second: null, third: 3 };
  assert.deepEqual(
    ['first', 'second', 'third'].map((name) => field(value, name)),
    [1, null, 3],
  );
  for (const other of [undefined, null, 'text', 7, true, [], {}]) {
    assert.equal(field(other, 'first'), undefined);
  }
  assert.equal(field(value, 'toString'), undefined);
  assert.equal(field('text', 'length'), undefined);
});

test('whatever is no list has no entries', () => {
  assert.deepEqual(listOf([1, null]), [1, null]);
  for (const other of [undefined, null, 'ab', { length: 1 }]) assert.deepEqual(listOf(other), []);
});

test('counters are added as far as they are counts', () => {
  assert.equal(sumTokens(1, 20, 300), 321);
  assert.equal(sumTokens(0), 0);
  assert.equal(sumTokens(0, undefined), 0);
  assert.equal(sumTokens(5, -1, 1.5, '7', null, Number.NaN, 2 ** 53), 5);
  assert.equal(sumTokens(), undefined);
  assert.equal(sumTokens(undefined, -1, '7', 7n), undefined);
});

test('an answer of Converse is the texts of its message, with what was counted', () => {
  const answer = {
    output: {
      message: { content: [{ text: '{"a":' }, { image: {} }, { text: 7 }, 'x', { text: '1}' }] },
    },
    stopReason: 'end_turn',
    usage: {
      inputTokens: 1,
      cacheReadInputTokens: 20,
      cacheWriteInputTokens: 300,
      outputTokens: 9,
    },
  };
  assert.deepEqual(readConverseAnswer(JSON.stringify(answer)), {
    text: '{"a":1}',
    stop: 'end',
    tokensIn: 321,
    tokensOut: 9,
  });
  for (const message of [undefined, null, 'text', 7]) {
    assert.equal(readConverseAnswer(JSON.stringify({ output: { message } })), undefined);
  }
  assert.equal(readConverseAnswer('{'), undefined);
});

test('why Converse stopped is told in our words', () => {
  const stopOf = (stopReason: unknown) =>
    readConverseAnswer(JSON.stringify({ output: { message: {} }, stopReason }))?.stop;
  const table = {
    end_turn: 'end',
    stop_sequence: 'end',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    refusal: 'refused',
    content_filtered: 'filtered',
    guardrail_intervened: 'filtered',
    tool_use: 'other',
    malformed_model_output: 'other',
  };
  for (const [reason, stop] of Object.entries(table)) assert.equal(stopOf(reason), stop, reason);
  assert.equal(stopOf(undefined), 'other');
});

test('a chat completion is the text of its first choice, or a refusal', () => {
  const read = (choice: unknown) =>
    readChatAnswer(
      JSON.stringify({
        choices: [choice, { message: { content: 'second' } }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      }),
    );
  const answer = { stop: 'end', tokensIn: 3, tokensOut: 4 };
  const content = [{ text: 'a' }, { text: 7 }, { image: {} }, { text: 'b' }];

  assert.deepEqual(read({ message: { content: '{}', refusal: null }, finish_reason: 'stop' }), {
    ...answer,
    text: '{}',
  });
  assert.equal(read({ message: { content }, finish_reason: 'stop' })?.text, 'ab');
  assert.deepEqual(read({ message: { refusal: 'No.' }, finish_reason: 'stop' }), {
    ...answer,
    text: '',
    stop: 'refused',
  });
  for (const message of [undefined, null, 'text', 7]) assert.equal(read({ message }), undefined);
  assert.equal(readChatAnswer('{'), undefined);
});

test('why a chat completion stopped is told in our words', () => {
  const stopOf = (finish_reason: unknown) =>
    readChatAnswer(JSON.stringify({ choices: [{ message: {}, finish_reason }] }))?.stop;
  const table = { stop: 'end', length: 'length', content_filter: 'filtered', tool_calls: 'other' };
  for (const [reason, stop] of Object.entries(table)) assert.equal(stopOf(reason), stop, reason);
  assert.equal(stopOf(null), 'other');
});
