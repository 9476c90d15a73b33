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
