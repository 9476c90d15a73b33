import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Reply } from './gate.ts';
import { sendEvents, sendStream } from './send-stream.ts';

function newReply() {
  const noted: unknown[] = [];
  const reply = {
    header: (...those: string[]): unknown => {
      noted.push(those);
      return reply;
    },
    send: (content: unknown): string => {
      noted.push(content);
      return 'sent';
    },
  };
  return { reply: reply as unknown as Reply, noted };
}

test('a stream is the answer', () => {
  const { reply, noted } = newReply();
  const stream = Readable.from([]);

  const answer: unknown = sendStream(reply, stream);

  assert.equal(answer, 'sent');
  assert.deepEqual(noted, [stream]);
});

test('events are neither kept nor held back on their way', () => {
  const { reply, noted } = newReply();
  const stream = Readable.from([]);

  const answer: unknown = sendEvents(reply, stream);

  assert.equal(answer, 'sent');
  assert.deepEqual(noted, [
    ['content-type', 'text/event-stream; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['x-accel-buffering', 'no'],
    stream,
  ]);
});
