import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ObjectsError, type WriteHow } from '../objects.ts';
import { type Bucket, placeOf } from './bucket.ts';
import { checksumOf, lockHeaders, requireLock, whileLocking } from './lock-object.ts';
import { findObject, optionsOf } from './find-object.ts';
import { isStatus } from './to-objects-error.ts';

/** Sends a whole object in one request. */
export async function putObject(
  bucket: Bucket,
  name: string,
  body: Uint8Array,
  how: Omit<WriteHow, 'signal'> & { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { signal } = how;
  if (how.ifAbsent === true && (await findObject(bucket, name, signal)) !== undefined) {
    throw new ObjectsError('exists');
  }
  const put = async (isConditional: boolean) =>
    bucket.call({
      send: () =>
        bucket.client.send(
          new PutObjectCommand({
            ...placeOf(bucket, name),
            Body: body,
            ContentLength: body.byteLength,
            ...headersOf(how),
            ...lockHeaders(bucket),
            ...checksumOf(bucket, body),
            ...(isConditional ? { IfNoneMatch: '*' } : {}),
          }),
          optionsOf(signal),
        ),
      expected: (error) =>
        isConditional && isStatus(error, 501) ? 'unknown condition' : undefined,
      signal,
    });
  await whileLocking(bucket, async () => {
    const answer = await put(how.ifAbsent === true);
    if (answer === 'unknown condition') await put(false);
  });
  await checkStored(bucket, name, body.byteLength, signal);
}

export function headersOf({ contentType, cacheSeconds }: Omit<WriteHow, 'signal'>) {
  return {
    ...(contentType === undefined ? {} : { ContentType: contentType }),
    ...(cacheSeconds === undefined ? {} : { CacheControl: `max-age=${cacheSeconds}` }),
  };
}

/** Checks the store's actual object, not its response to the upload. */
export async function checkStored(
  bucket: Bucket,
  name: string,
  bytes: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await findObject(bucket, name, signal);
  if (found?.bytes !== bytes) throw new ObjectsError('wrong_size');
  requireLock(bucket, found);
}
