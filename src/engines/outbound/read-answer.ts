import type { IncomingMessage } from 'node:http';
import { type OutboundAnswer, OutboundError } from './outbound.ts';

const NOT_MODIFIED = 304;

/** The whole answer, within its bound. One that leads elsewhere is not followed. */
export async function readAnswer(
  response: IncomingMessage,
  bytesMax: number,
): Promise<OutboundAnswer> {
  return { ...readHead(response), body: await readBody(response, bytesMax) };
}

/** The complete answer to HEAD. Some hosts send a body nevertheless, which is ignored. */
export function readHead(response: IncomingMessage): OutboundAnswer {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400 && status !== NOT_MODIFIED) {
    response.destroy();
    throw new OutboundError('redirected', true);
  }
  return { status, headers: headersOf(response), body: new Uint8Array() };
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new OutboundError('answer_too_large', true);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('broken_off', true, error);
  }
  return Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
