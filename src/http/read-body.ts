import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';
import { bodyTooLarge, decompress, encodingOf, type Encoding } from './decompress.ts';
import { gatherBytes } from './gather-bytes.ts';
import type { WaitingClients } from './servers.ts';

export interface BodyBounds {
  readonly bodyBytesMax: number;
  readonly requestTimeoutMs: number;
}

type Done = (error: Error | null, body?: Buffer) => void;

/**
 * Reads the whole body, decompressed. Refuses it as soon as it is known to exceed the limit before or after
 * decompression, and if it does not end in time.
 */
export function readBody(
  bounds: BodyBounds,
  waiting: WaitingClients,
  request: IncomingMessage,
  done: Done,
): void {
  let encoding: Encoding;
  try {
    encoding = encodingOf(request.headers['content-encoding']);
  } catch (error) {
    return done(error instanceof Error ? error : new Error('unreadable encoding'));
  }
  if (Number(request.headers['content-length']) > bounds.bodyBytesMax) {
    return done(bodyTooLarge(bounds.bodyBytesMax));
  }
  if (request.headers.expect !== undefined) {
    waiting.get(request)?.();
    waiting.delete(request);
  }
  collect(bounds, request, (error, bytes) => {
    if (error !== null || bytes === undefined || encoding === 'identity') return done(error, bytes);
    decompress(encoding, bytes, bounds.bodyBytesMax, done);
  });
}

function collect(bounds: BodyBounds, request: IncomingMessage, done: Done): void {
  // NaN if the client does not send it.
  const gathered = gatherBytes(Number(request.headers['content-length']));
  let bytes = 0;

  const timer = setTimeout(() => finish(bodyTooSlow()), bounds.requestTimeoutMs);
  request.on('data', onData);
  request.on('end', onEnd);
  request.on('error', finish);
  request.on('close', onClose);

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes > bounds.bodyBytesMax) finish(bodyTooLarge(bounds.bodyBytesMax));
    else gathered.add(chunk);
  }

  function onEnd(): void {
    finish(null, gathered.whole());
  }

  function onClose(): void {
    finish(new AppError('VALIDATION_ERROR', 'The connection closed before the body was complete.'));
  }

  function finish(error: Error | null, body?: Buffer): void {
    clearTimeout(timer);
    request.off('data', onData);
    request.off('end', onEnd);
    request.off('error', finish);
    request.off('close', onClose);
    if (error !== null) {
      request.on('error', () => {});
      // What still comes is thrown away, so that the client gets to read the answer.
      request.resume();
    }
    done(error, body);
  }
}

function bodyTooSlow(): AppError {
  return new AppError('REQUEST_TIMEOUT', 'The body did not arrive in time.');
}
