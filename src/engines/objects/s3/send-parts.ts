/** Objects that are sent in parts: begun, filled part by part, completed. */
import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ObjectsError, type WriteHow } from '../objects.ts';
import { type Bucket, placeOf } from './bucket.ts';
import { absent, findObject, optionsOf } from './find-object.ts';
import { checksumOf, lockHeaders, whileLocking } from './lock-object.ts';
import { headersOf } from './put-object.ts';
import { isStatus } from './to-objects-error.ts';

export interface PartsUpload {
  readonly name: string;
  readonly mark: string;
  readonly signal: AbortSignal | undefined;
}

export interface SentPart {
  readonly bytes: number;
  readonly etag: string;
}

export async function beginParts(
  bucket: Bucket,
  name: string,
  signal: AbortSignal | undefined,
  how: WriteHow = {},
): Promise<PartsUpload> {
  const begun = await whileLocking(bucket, () =>
    bucket.call({
      send: () =>
        bucket.client.send(
          new CreateMultipartUploadCommand({
            ...placeOf(bucket, name),
            ...headersOf(how),
            ...lockHeaders(bucket),
          }),
          optionsOf(signal),
        ),
      signal,
    }),
  );
  const mark = begun.UploadId;
  if (mark === undefined || mark === '' || mark.length > bucket.limits.markCharactersMax) {
    throw new ObjectsError('unknown_answer');
  }
  return { name, mark, signal };
}

/** The parts that the store has, by number; undefined when it knows of no such upload. */
export async function listParts(
  bucket: Bucket,
  { name, mark, signal }: PartsUpload,
): Promise<ReadonlyMap<number, SentPart> | undefined> {
  const parts = new Map<number, SentPart>();
  for (let after = 0; ; after = Math.max(...parts.keys())) {
    const page = await bucket.call({
      send: () =>
        bucket.client.send(
          new ListPartsCommand({
            ...placeOf(bucket, name),
            UploadId: mark,
            PartNumberMarker: String(after),
          }),
          optionsOf(signal),
        ),
      expected: absent,
      signal,
    });
    if (page === 'absent') return undefined;
    const before = parts.size;
    for (const { PartNumber: number, Size: bytes, ETag: etag } of page.Parts ?? []) {
      if (number === undefined || bytes === undefined || etag === undefined) {
        throw new ObjectsError('unknown_answer');
      }
      if (number > after) parts.set(number, { bytes, etag });
    }
    if (parts.size > bucket.limits.partsMax) throw new ObjectsError('unknown_answer');
    if (page.IsTruncated !== true) return parts;
    if (parts.size === before) throw new ObjectsError('unknown_answer');
  }
}

export async function sendPart(
  bucket: Bucket,
  { name, mark, signal }: PartsUpload,
  number: number,
  body: Uint8Array,
): Promise<SentPart> {
  const sent = await bucket.call({
    send: () =>
      bucket.client.send(
        new UploadPartCommand({
          ...placeOf(bucket, name),
          UploadId: mark,
          PartNumber: number,
          Body: body,
          ContentLength: body.byteLength,
          ...checksumOf(bucket, body),
        }),
        optionsOf(signal),
      ),
    signal,
  });
  if (sent.ETag === undefined) throw new ObjectsError('unknown_answer');
  return { bytes: body.byteLength, etag: sent.ETag };
}

/** Makes an object of the parts. False when the store knows of no such upload, and has no such object either. */
export async function completeParts(
  bucket: Bucket,
  { name, mark, signal }: PartsUpload,
  parts: ReadonlyMap<number, SentPart>,
  isNew = false,
): Promise<boolean> {
  const numbered = [...parts].toSorted(([one], [other]) => one - other);
  const complete = async (isConditional: boolean) =>
    bucket.call({
      send: () =>
        bucket.client.send(
          new CompleteMultipartUploadCommand({
            ...placeOf(bucket, name),
            UploadId: mark,
            MultipartUpload: {
              Parts: numbered.map(([number, { etag }]) => ({ PartNumber: number, ETag: etag })),
            },
            ...(isConditional ? { IfNoneMatch: '*' } : {}),
          }),
          optionsOf(signal),
        ),
      expected: (error) =>
        isConditional && isStatus(error, 501) ? 'unknown condition' : absent(error),
      signal,
    });
  let answer = await complete(isNew);
  if (answer === 'unknown condition') answer = await complete(false);
  if (answer !== 'absent') return true;
  // The answer to an earlier try may have been lost: then the upload is over because the object is there.
  const found = await findObject(bucket, name, signal);
  return found?.etag !== undefined && found.etag === etagOf(numbered.map(([, part]) => part));
}

/** As most stores make it: undefined where the parts' own tags are not the usual hashes. */
function etagOf(parts: readonly SentPart[]): string | undefined {
  const hashes = parts.map(({ etag }) => /^"?([0-9a-f]{32})"?$/.exec(etag)?.[1]);
  const hash = createHash('md5');
  for (const each of hashes) {
    if (each === undefined) return undefined;
    hash.update(each, 'hex');
  }
  return `"${hash.digest('hex')}-${parts.length}"`;
}

/** Nothing remains of the upload. Does nothing when it is over. */
export async function abortParts(
  bucket: Bucket,
  { name, mark, signal }: PartsUpload,
): Promise<void> {
  await bucket.call({
    send: () =>
      bucket.client.send(
        new AbortMultipartUploadCommand({ ...placeOf(bucket, name), UploadId: mark }),
        optionsOf(signal),
      ),
    expected: absent,
    signal,
  });
}
