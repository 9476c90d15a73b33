import { invalid } from '../../../base/errors.ts';
import { ObjectsError, type UploadProgress, type UploadSource } from '../objects.ts';
import type { Bucket } from './bucket.ts';
import { checkStored, putObject } from './put-object.ts';
import { beginParts, completeParts, listParts, type PartsUpload, sendPart } from './send-parts.ts';

/** Uploads content that can be read again; an interrupted upload resumes with the parts already in the store. */
export async function uploadSource(
  bucket: Bucket,
  name: string,
  source: UploadSource,
  progress: UploadProgress | undefined,
): Promise<{ readonly bytes: number }> {
  const { bytes } = source;
  const { bytesMax, partBytes, partsMax } = bucket.limits;
  const { signal } = progress ?? {};
  if (bytes > Math.min(bytesMax, partBytes * partsMax)) {
    throw invalid('content', `The file is over ${bytesMax} bytes.`);
  }
  if (bytes <= partBytes) {
    await putObject(bucket, name, await readAll(source, 0, bytes, signal), { signal });
    return { bytes };
  }
  // The stored mark may no longer be valid; a new upload always is.
  const isThere = await goOn(bucket, name, source, progress);
  if (!isThere && !(await beginAnew(bucket, name, source, progress))) {
    throw new ObjectsError('broken_off');
  }
  await checkStored(bucket, name, bytes, signal);
  return { bytes };
}

async function goOn(
  bucket: Bucket,
  name: string,
  source: UploadSource,
  progress: UploadProgress | undefined,
): Promise<boolean> {
  if (progress?.mark === undefined) return false;
  return fill(bucket, { name, mark: progress.mark, signal: progress.signal }, source);
}

async function beginAnew(
  bucket: Bucket,
  name: string,
  source: UploadSource,
  progress: UploadProgress | undefined,
): Promise<boolean> {
  const upload = await beginParts(bucket, name, progress?.signal);
  await progress?.keep(upload.mark);
  return fill(bucket, upload, source);
}

/** Sends the missing parts and completes the object. False if the store does not know the upload. */
async function fill(bucket: Bucket, upload: PartsUpload, source: UploadSource): Promise<boolean> {
  const { partBytes } = bucket.limits;
  const there = await listParts(bucket, upload);
  if (there === undefined) return false;
  const parts = new Map<number, { readonly bytes: number; readonly etag: string }>();
  for (let from = 0, number = 1; from < source.bytes; from += partBytes, number += 1) {
    const to = Math.min(from + partBytes, source.bytes);
    const sent = there.get(number);
    const part =
      sent?.bytes === to - from
        ? sent
        : await sendPart(bucket, upload, number, await readAll(source, from, to, upload.signal));
    parts.set(number, part);
  }
  return completeParts(bucket, upload, parts);
}

async function readAll(
  source: UploadSource,
  from: number,
  to: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const bytes = from === to ? new Uint8Array() : await source.read(from, to);
  if (bytes.byteLength !== to - from) throw new Error('a source is as long as it says');
  if (signal?.aborted === true) throw new ObjectsError('stopped');
  return bytes;
}
