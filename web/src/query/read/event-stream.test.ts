import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEventStream, readMessage, type StreamMessage } from './event-stream.ts';

async function readAll(chunks: readonly string[]): Promise<StreamMessage[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const messages: StreamMessage[] = [];
  for await (const message of readEventStream(body)) messages.push(message);
  return messages;
}

test('messages come whole, however the bytes are cut', async () => {
  const text =
    'retry: 2000\n\nid: 1\ndata: {"a":"ä"}\n\n: alive\n\nevent: dropped\ndata: {"count":3}\n\n';
  const expected = [
    { event: 'message', id: '1', data: '{"a":"ä"}' },
    { event: 'dropped', id: undefined, data: '{"count":3}' },
  ];

  assert.deepEqual(await readAll([text]), expected);
  assert.deepEqual(await readAll(text.split('')), expected);
});

test('a message that is not finished is not told', async () => {
  assert.deepEqual(await readAll(['data: half']), []);
});

test('lines of data belong together', () => {
  assert.equal(readMessage('data: a\ndata: b')?.data, 'a\nb');
});

test('a break that is cut in two still ends a message', async () => {
  const whole = 'data: a\r\n\r\ndata: b\n\n';
  const expected = ['a', 'b'];
  for (let cut = 1; cut < whole.length; cut += 1) {
    const messages = await readAll([whole.slice(0, cut), whole.slice(cut)]);
    assert.deepEqual(
      messages.map(({ data }) => data),
      expected,
      `cut at ${cut}`,
    );
  }
});

test('a large message in many chunks comes whole', async () => {
  const text = 'x'.repeat(1_000);
  const chunks = ['event: result\ndata: ', ...Array.from({ length: 500 }, () => text), '\n\n'];
  const [message] = await readAll(chunks);

  assert.equal(message?.event, 'result');
  assert.equal(message.data.length, 500_000);
});
