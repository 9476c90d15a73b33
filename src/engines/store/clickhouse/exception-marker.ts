/**
 * An answer can fail after it has started. The engine then writes a marker with a tag announced in the headers of this
 * answer, followed by the error, and breaks the connection.
 */
import type { IncomingMessage } from 'node:http';
import type { EngineFault } from './engine-errors.ts';

export function exceptionMarker(response: IncomingMessage): Buffer | undefined {
  const tag = response.headers['x-clickhouse-exception-tag'];
  return typeof tag === 'string' ? Buffer.from(`\r\n__exception__\r\n${tag}\r\n`) : undefined;
}

/** `bytes` starts with the marker. */
export function readException(bytes: Buffer): EngineFault {
  const text = bytes.toString();
  return { code: Number(/Code: (\d+)\./.exec(text)?.[1] ?? 0), text };
}
