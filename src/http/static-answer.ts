import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { lazy } from '../base/lazy.ts';

const compress = promisify(gzip);

/** Something that does not change while the process runs, ready to be sent. */
export interface StaticAnswer {
  readonly type: string;
  readonly plain: Buffer;
  /** Created on first use; undefined for content that is already compressed. */
  readonly gzipped: (() => Promise<Buffer>) | undefined;
  readonly etag: string;
}

export function staticAnswer(type: string, content: string | Buffer): StaticAnswer {
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 20);
  const gzipped = lazy(() => compress(plain));
  const isCompressed = type === 'application/gzip';
  return { type, plain, gzipped: isCompressed ? undefined : gzipped, etag: `"${hash}"` };
}

/** Sends the content, or 304 if the browser's cached copy is still current. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: StaticAnswer,
  cacheControl = 'no-cache',
): Promise<FastifyReply> {
  void reply.headers({ etag: answer.etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  void reply.type(answer.type);
  const isGzipTaken = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    request.headers['accept-encoding'] ?? '',
  );
  if (!isGzipTaken || answer.gzipped === undefined) return reply.send(answer.plain);
  const content = await answer.gzipped();
  return reply.header('content-encoding', 'gzip').send(content);
}
