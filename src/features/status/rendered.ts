import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** One file of the page, in the form as sent. */
export interface Rendered {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

const TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
} as const;

export function render(kind: keyof typeof TYPES, text: string): Rendered {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type: TYPES[kind], body, gzip: gzipSync(body), etag };
}
