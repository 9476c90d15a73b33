import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import {
  type ListPage,
  type ObjectFacts,
  ObjectsError,
  type UnfinishedUpload,
} from '../objects.ts';
import { nameParts } from '../check-name.ts';
import type { Bucket } from './bucket.ts';

/** Lists only our objects: a bucket may contain others, whose names we would refuse. */
export async function listObjects(
  bucket: Bucket,
  prefix: string,
  page: ListPage,
): Promise<readonly ObjectFacts[]> {
  const limit = Math.min(page.limit, bucket.limits.listMax);
  const found: ObjectFacts[] = [];
  let after = page.after;
  for (let asked = 0; found.length < limit; asked += 1) {
    if (asked >= bucket.limits.listPagesMax) throw new ObjectsError('unknown_answer');
    const answer = await askForPage(bucket, prefix, after, limit - found.length);
    for (const { name, bytes } of answer.objects) {
      if (!name.startsWith(prefix) || (after !== undefined && name <= after)) {
        throw new ObjectsError('unknown_answer');
      }
      after = name;
      if (isOurs(bucket, name)) found.push({ name, bytes });
    }
    if (!answer.hasMore) break;
    if (answer.objects.length === 0) throw new ObjectsError('unknown_answer');
  }
  return found.slice(0, limit);
}

async function askForPage(
  bucket: Bucket,
  prefix: string,
  after: string | undefined,
  limit: number,
): Promise<{ readonly objects: readonly ObjectFacts[]; readonly hasMore: boolean }> {
  const answer = await bucket.call({
    send: () =>
      bucket.client.send(
        new ListObjectsV2Command({
          Bucket: bucket.name,
          Prefix: `${bucket.prefix}${prefix}`,
          MaxKeys: limit,
          ...(after === undefined ? {} : { StartAfter: `${bucket.prefix}${after}` }),
        }),
      ),
  });
  const objects = (answer.Contents ?? []).map(({ Key, Size }) => {
    if (Size === undefined) throw new ObjectsError('unknown_answer');
    return { name: nameOf(bucket, Key), bytes: Size };
  });
  return { objects, hasMore: answer.IsTruncated === true };
}

/** Lists uploads below the prefix that are in progress or were left over. */
export async function listUploads(
  bucket: Bucket,
  prefix: string,
): Promise<readonly UnfinishedUpload[]> {
  const found: UnfinishedUpload[] = [];
  let after: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } = {};
  for (let asked = 0; ; asked += 1) {
    if (asked >= bucket.limits.listPagesMax) throw new ObjectsError('unknown_answer');
    const marker = after;
    const answer = await bucket.call({
      send: () =>
        bucket.client.send(
          new ListMultipartUploadsCommand({
            Bucket: bucket.name,
            Prefix: `${bucket.prefix}${prefix}`,
            ...marker,
          }),
        ),
    });
    for (const { Key, UploadId: mark, Initiated: at } of answer.Uploads ?? []) {
      const name = nameOf(bucket, Key);
      if (mark === undefined || at === undefined) throw new ObjectsError('unknown_answer');
      if (isOurs(bucket, name)) found.push({ name, mark, startedAt: at.getTime() });
    }
    if (answer.IsTruncated !== true) return found;
    const { NextKeyMarker: key, NextUploadIdMarker: upload } = answer;
    if (key === undefined) throw new ObjectsError('unknown_answer');
    after = { KeyMarker: key, ...(upload === undefined ? {} : { UploadIdMarker: upload }) };
  }
}

function nameOf(bucket: Bucket, key: string | undefined): string {
  if (key?.startsWith(bucket.prefix) !== true) throw new ObjectsError('unknown_answer');
  return key.slice(bucket.prefix.length);
}

function isOurs({ limits }: Bucket, name: string): boolean {
  try {
    nameParts(name, limits);
    return true;
  } catch {
    return false;
  }
}
