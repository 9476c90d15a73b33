/** Bodies and answers of megabytes: read on a thread, and written there. */
import { isJson, rawBody } from '../../http/body-parser.ts';
import type { Reply, Request } from '../../http/gate.ts';
import { missingBody, wrongMediaType } from '../../http/to-app-error.ts';

/** What the contract declares, written already: large answers are not held against it once more. */
export function sendJson(reply: Reply, answer: Uint8Array): never {
  return reply.type('application/json; charset=utf-8').send(answer) as never;
}

export function bodyOf(request: Request): Buffer {
  const body = rawBody(request);
  if (body.length === 0) throw missingBody();
  if (!isJson(request)) throw wrongMediaType();
  return body;
}
