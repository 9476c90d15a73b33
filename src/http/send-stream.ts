import type { Readable } from 'node:stream';
import type { Reply } from './gate.ts';

/** The declared answer is what the document shows; a stream is not checked against it. */
export function sendStream(reply: Reply, stream: Readable): never {
  return reply.send(stream) as never;
}

/** Server-sent events, which no proxy on the way may hold back or keep. */
export function sendEvents(reply: Reply, stream: Readable): never {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no');
  return sendStream(reply, stream);
}
