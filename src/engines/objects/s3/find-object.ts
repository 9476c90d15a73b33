import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { ObjectsError } from '../objects.ts';
import { type Bucket, placeOf } from './bucket.ts';
import { absenceOf } from './to-objects-error.ts';

export interface FoundObject {
  readonly bytes: number;
  readonly etag: string | undefined;
  /** Milliseconds since 1970, if it cannot be deleted before then. */
  readonly lockedUntil: number | undefined;
}

export async function findObject(
  bucket: Bucket,
  name: string,
  signal?: AbortSignal,
): Promise<FoundObject | undefined> {
  const found = await bucket.call({
    send: () => bucket.client.send(new HeadObjectCommand(placeOf(bucket, name)), optionsOf(signal)),
    expected: absent,
    signal,
  });
  if (found === 'absent') return undefined;
  if (found.ContentLength === undefined) throw new ObjectsError('unknown_answer');
  const { ObjectLockMode: mode, ObjectLockRetainUntilDate: until } = found;
  const lockedUntil = mode === 'COMPLIANCE' ? until?.getTime() : undefined;
  return { bytes: found.ContentLength, etag: found.ETag, lockedUntil };
}

/** For calls to which a missing object is an answer. */
export function absent(error: unknown): 'absent' | undefined {
  const absence = absenceOf(error);
  return absence === 'object' || absence === 'upload' ? 'absent' : undefined;
}

export function optionsOf(signal: AbortSignal | undefined) {
  return signal === undefined ? {} : { abortSignal: signal };
}
