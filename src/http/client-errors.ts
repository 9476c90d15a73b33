/**
 * Answers what never became a request: malformed HTTP, headers that are too large or too slow. There is
 * no reply object then, so the answer is written to the socket by hand.
 */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { errorAnswer, type ErrorLimits } from './error-answer.ts';
import type { Exchanges } from './exchanges.ts';

export interface ClientErrorNeeds {
  readonly log: Log;
  readonly exchanges: Pick<Exchanges, 'inFlight' | 'isLingering'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly newRequestId: () => string;
  readonly limits: ErrorLimits & { readonly lingerMs: number };
}

export function clientErrorHandler(
  needs: ClientErrorNeeds,
): (error: Error, socket: Duplex) => void {
  const handled = new WeakSet<Duplex>();
  return (error, socket) => {
    // Bytes after the broken ones fail too; one response is enough.
    if (handled.has(socket) || socket.destroyed || codeOf(error) === 'ECONNRESET') return;
    handled.add(socket);
    const pending = responsesOn(socket, needs.exchanges.inFlight);
    const last = pending.findLast(({ req }) => req.complete);
    const isBodyBroken = pending.some(({ req }) => !req.complete);
    if (last !== undefined && !isBodyBroken) {
      // What came before the broken bytes was whole: it gets its answers first.
      last.once('close', () => refuse(needs, error, socket));
    } else if (
      needs.exchanges.isLingering(socket) ||
      pending.some(({ headersSent }) => headersSent)
    ) {
      socket.destroy();
    } else {
      refuse(needs, error, socket);
    }
  };
}

/** `CONNECT` requests a tunnel, which is not served either. */
export function refuseTunnel(needs: ClientErrorNeeds, socket: Duplex): void {
  const error = new AppError('METHOD_NOT_ALLOWED', "CONNECT isn't supported.");
  write(needs, error, socket);
}

function responsesOn(socket: Duplex, inFlight: ReadonlySet<ServerResponse>) {
  return [...inFlight].filter(
    (response): response is ServerResponse<IncomingMessage> => response.req.socket === socket,
  );
}

function refuse(needs: ClientErrorNeeds, error: Error, socket: Duplex): void {
  write(needs, toAppError(error), socket);
}

function write(needs: ClientErrorNeeds, error: AppError, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = needs.newRequestId();
  const { status, headers, body } = errorAnswer(needs.limits, error, requestId);
  const lines = Object.entries({
    ...needs.headers,
    ...headers,
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
  // Closing immediately, with bytes unread, would make the client's system discard the response.
  const timer = setTimeout(() => socket.destroy(), needs.limits.lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  needs.log.info({ requestId, status, code: error.code }, 'request refused');
}

function toAppError(error: Error): AppError {
  switch (codeOf(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('HEADERS_TOO_LARGE', 'The headers are too large.', {}, error);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time.', {}, error);
    default:
      return new AppError('VALIDATION_ERROR', 'Invalid HTTP request.', {}, error);
  }
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
