import type { Readable } from 'node:stream';
import type { Reply } from './gate.ts';

/** The declared response only documents the stream, which is not checked against it. */
export function sendStream(reply: Reply, stream: Readable): never {
  return reply.send(stream) as never;
}

/** Sends server-sent events, which no proxy may buffer or cache. */
export function sendEvents(reply: Reply, stream: Readable): never {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no');
  return sendStream(reply, stream);
}
