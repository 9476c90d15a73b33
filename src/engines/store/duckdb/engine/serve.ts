/** Answers requests of the parent, in the form of `connection.ts`. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { MB } from '../../../../spec/units.ts';
import { KEY_HEADER } from '../engine-commands.ts';
import { codeOf, isFatal } from './faults.ts';
import { readRequest, type EngineRequest } from './read-request.ts';
import type { WriteText } from './answer-forms.ts';

/** Runs a request and writes its answer. `stopped` is aborted when nobody waits for it any more. */
export type Handle = (
  request: EngineRequest,
  write: WriteText,
  stopped: AbortSignal,
) => Promise<void>;

export function createEngineServer(key: string, handle: Handle, onFatal: () => void): Server {
  const server = createServer({ maxHeaderSize: HEAD_BYTES_MAX }, (message, response) => {
    void answer(key, handle, message, response).then((isWell) => {
      if (!isWell) onFatal();
    });
  });
  // The parent keeps its connections, and knows itself how long an answer may take.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  return server;
}

/** Values of a statement are part of the request's URL. */
const HEAD_BYTES_MAX = 2 * MB;

/** False when the engine can do nothing more. */
async function answer(
  key: string,
  handle: Handle,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!isKey(message.headers[KEY_HEADER], key)) {
    response.writeHead(403).end();
    return true;
  }
  const stopped = new AbortController();
  response.on('close', () => stopped.abort());
  const tag = randomBytes(8).toString('hex');
  const write: WriteText = async (text, head = {}) => {
    if (text.length === 0) return;
    if (!response.headersSent) {
      response.writeHead(200, { ...head, 'x-clickhouse-exception-tag': tag });
    }
    if (!response.write(text) && !stopped.signal.aborted) {
      await once(response, 'drain', { signal: stopped.signal }).catch(() => {});
    }
  };
  try {
    await handle(await readRequest(message), write, stopped.signal);
    if (!response.headersSent) response.writeHead(200);
    response.end();
    return true;
  } catch (error) {
    refuse(response, tag, error);
    return !isFatal(error);
  }
}

/** An answer that already began ends with the marker announced in its headers, the error, and an aborted connection. */
function refuse(response: ServerResponse, tag: string, error: unknown): void {
  const code = codeOf(error);
  const text = `Code: ${code}. ${error instanceof Error ? error.message : String(error)}`;
  if (!response.headersSent) {
    response.writeHead(500, { 'x-clickhouse-exception-code': String(code) }).end(text);
    return;
  }
  response.write(`\r\n__exception__\r\n${tag}\r\n${text}`, () => response.destroy());
}

function isKey(given: string | readonly string[] | undefined, key: string): boolean {
  if (typeof given !== 'string' || given.length !== key.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(key));
}
