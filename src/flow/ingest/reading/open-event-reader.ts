import { KB } from '../../../spec/units.ts';
import type { EventEncoder } from './create-encoder.ts';
import { createLocalReader, type LocalReaderNeeds } from './create-local-reader.ts';
import type { EventReader } from './event-reader.ts';
import { openThreadReader } from './open-thread-reader.ts';
import { takeTurns } from './take-turns.ts';

export interface ReaderNeeds extends LocalReaderNeeds {
  readonly encoder: EventEncoder;
}

/** A body of this size takes less than a millisecond: less than the way to another thread and back. */
const SMALL_BYTES_MAX = 32 * KB;

/** Whether a body is read immediately, without waiting. */
export function isSmall(body: Uint8Array): boolean {
  return body.length <= SMALL_BYTES_MAX;
}

/** Small bodies are read immediately; large ones wait for their turn on a worker thread. */
export function openEventReader(needs: ReaderNeeds): EventReader & AsyncDisposable {
  const local = createLocalReader(needs);
  const large = takeTurns(local, needs.limits.reading.readMsMax);
  const threads = openThreadReader({ ...needs, local: large });
  return {
    read: (body) => (isSmall(body.body) ? local : threads).read(body),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
}
