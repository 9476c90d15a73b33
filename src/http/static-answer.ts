import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** Something that does not change while the process runs, ready to be sent. */
export interface StaticAnswer {
  readonly type: string;
  readonly plain: Buffer;
  /** Undefined where it is compressed already. */
  readonly gzipped: Buffer | undefined;
  readonly etag: string;
}

export function staticAnswer(type: string, content: string | Buffer): StaticAnswer {
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 20);
  const gzipped = type === 'application/gzip' ? undefined : gzipSync(plain);
  return { type, plain, gzipped, etag: `"${hash}"` };
}

/** Sends it, or tells a browser that has it already that it still holds. */
export function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: StaticAnswer,
  cacheControl = 'no-cache',
) {
  void reply.headers({ etag: answer.etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  void reply.type(answer.type);
  const isGzipTaken = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    request.headers['accept-encoding'] ?? '',
  );
  if (!isGzipTaken || answer.gzipped === undefined) return reply.send(answer.plain);
  return reply.header('content-encoding', 'gzip').send(answer.gzipped);
}
