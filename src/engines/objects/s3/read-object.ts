import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type ByteRange, type ObjectContent, ObjectsError } from '../objects.ts';
import { type Bucket, placeOf } from './bucket.ts';
import { absent, findObject } from './find-object.ts';
import { isStatus } from './to-objects-error.ts';

/**
 * Requests one bounded range after the other, so that a slow reader occupies no connection and a lost connection costs
 * only one range. All ranges belong to the same object as the first.
 */
export async function readObject(
  bucket: Bucket,
  name: string,
  range: ByteRange | undefined,
): Promise<ObjectContent | undefined> {
  const { from, to } = range ?? { from: 0, to: Number.MAX_SAFE_INTEGER };
  if (to <= from) {
    const found = await findObject(bucket, name);
    return found === undefined ? undefined : NOTHING();
  }
  const first = await readRange(bucket, name, { from, to });
  if (first === 'absent') return undefined;
  if (first === 'behind the end') return NOTHING();
  const end = Math.min(to, first.totalBytes);
  return {
    content: Readable.from(restOf(bucket, name, first, { from, to: end }), { objectMode: false }),
    bytes: end - from,
  };
}

const NOTHING = (): ObjectContent => ({ content: Readable.from([]), bytes: 0 });

interface ReadRange {
  readonly body: Uint8Array;
  readonly totalBytes: number;
  readonly etag: string | undefined;
}

async function* restOf(
  bucket: Bucket,
  name: string,
  first: ReadRange,
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { etag, totalBytes } = first;
  yield first.body;
  for (let at = from + first.body.byteLength; at < to;) {
    const next = await readRange(bucket, name, { from: at, to }, etag).catch(asChange);
    if (typeof next === 'string') throw new ObjectsError('changed');
    if (next.totalBytes !== totalBytes || next.etag !== etag) throw new ObjectsError('changed');
    yield next.body;
    at += next.body.byteLength;
  }
}

/** The condition that failed is that the object is still the same. */
function asChange(error: unknown): never {
  if (error instanceof ObjectsError && error.code === 'exists') throw new ObjectsError('changed');
  throw error;
}

type RangeAnswer = ReadRange | 'absent' | 'behind the end';

/** At least one byte from `from` on, and none from `to` on. */
async function readRange(
  bucket: Bucket,
  name: string,
  { from, to }: ByteRange,
  etag?: string,
): Promise<RangeAnswer> {
  const last = Math.min(to, from + bucket.limits.rangeBytes) - 1;
  return bucket.call({
    send: async () => {
      const { Body, ContentRange, ETag } = await bucket.client.send(
        new GetObjectCommand({
          ...placeOf(bucket, name),
          Range: `bytes=${from}-${last}`,
          ...(etag === undefined ? {} : { IfMatch: etag }),
        }),
      );
      const body = (await Body?.transformToByteArray()) ?? new Uint8Array();
      const totalBytes = totalOf(ContentRange, from, last, body.byteLength);
      return { body, totalBytes, etag: ETag };
    },
    expected: (error) => (isStatus(error, 416) ? 'behind the end' : absent(error)),
  });
}

/** Throws unless the answer matches the request: exactly these bytes, of an object of this size. */
function totalOf(header: string | undefined, from: number, last: number, bytes: number): number {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  if (start === undefined) throw new ObjectsError('unknown_answer');
  const totalBytes = Number(total);
  const expectedEnd = Math.min(last, totalBytes - 1);
  if (Number(start) !== from || Number(end) !== expectedEnd) {
    throw new ObjectsError('unknown_answer');
  }
  if (bytes !== expectedEnd - from + 1) throw new ObjectsError('broken_off');
  return totalBytes;
}
