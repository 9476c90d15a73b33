import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '../../../spec/limits.ts';
import { POLICY } from '../render/style.ts';
import type { Rendered } from '../rendered.ts';

export type Headers = Readonly<Record<string, string | number>>;

const SHARED: Headers = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
};

export const CACHED: Headers = {
  'cache-control': `public, max-age=${LIMITS.status.pageAgeSeconds}`,
};
export const UNCACHED: Headers = { 'cache-control': 'no-store' };

/** Sends a file, or a 304 if the client already has it. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: Rendered,
  status: number,
  headers: Headers,
): void {
  const shared = { ...SHARED, ...headers, etag: file.etag };
  if (status === 200 && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, shared).end();
    return;
  }
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = takesGzip ? file.gzip : file.body;
  response.writeHead(status, {
    ...shared,
    'content-type': file.type,
    'content-length': body.length,
    ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    ...SHARED,
    ...UNCACHED,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
