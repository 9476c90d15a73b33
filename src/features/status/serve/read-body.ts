import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../../spec/limits.ts';

/** Undefined when it is too long or breaks off. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIMITS.status.formBytesMax) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}
