import { DeleteObjectCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import type { Clock } from '../../../base/clock.ts';
import type { EngineHealth } from '../../../base/health.ts';
import { checkOrganization, nameParts, prefixFolders } from '../check-name.ts';
import type { BucketPlace, Objects } from '../objects.ts';
import { type Bucket, placeOf } from './bucket.ts';
import { type CallsNeeds, createCalls } from './create-calls.ts';
import { absent, findObject } from './find-object.ts';
import type { GuardedNeeds } from './guarded-handler.ts';
import { listObjects, listUploads } from './list-objects.ts';
import { openClient } from './open-client.ts';
import { readObject } from './read-object.ts';
import { abortParts } from './send-parts.ts';
import { toObjectsError } from './to-objects-error.ts';
import { uploadSource } from './upload-source.ts';
import { writeStream } from './write-stream.ts';

export type S3ObjectsNeeds = GuardedNeeds & CallsNeeds & { readonly clock: Clock };

/** A bucket of an S3-compatible store, which several nodes may share. Opening it sends no requests. */
export async function openS3Objects(needs: S3ObjectsNeeds, place: BucketPlace): Promise<Objects> {
  const { limits, clock } = needs;
  const bucket: Bucket = {
    client: openClient(needs, place),
    call: createCalls(needs),
    limits,
    name: place.bucket,
    prefix: place.prefix,
    lock: place.lockMs === undefined ? undefined : { ms: place.lockMs, clock },
  };

  return {
    async write(name, content, how = {}) {
      try {
        nameParts(name, limits);
        return await writeStream(bucket, name, content, how);
      } finally {
        content.destroy();
      }
    },
    async upload(name, source, progress) {
      nameParts(name, limits);
      return uploadSource(bucket, name, source, progress);
    },
    async abandon(name, mark) {
      nameParts(name, limits);
      await abortParts(bucket, { name, mark, signal: undefined });
    },
    async unfinished(prefix) {
      prefixFolders(prefix, limits);
      return listUploads(bucket, prefix);
    },
    async find(name) {
      nameParts(name, limits);
      const found = await findObject(bucket, name);
      return found && { name, bytes: found.bytes };
    },
    async read(name, range) {
      nameParts(name, limits);
      return readObject(bucket, name, range);
    },
    async remove(name) {
      nameParts(name, limits);
      await removeObject(bucket, name);
    },
    async removeAll(organization) {
      checkOrganization(organization);
      await removeBelow(bucket, `${organization}/`);
    },
    async list(prefix, page) {
      if (prefix !== '' || place.isOneOwners !== true) prefixFolders(prefix, limits);
      return listObjects(bucket, prefix, page);
    },
    health: () => healthOf(bucket),
  };
}

async function removeObject(bucket: Bucket, name: string): Promise<void> {
  await bucket.call({
    send: () => bucket.client.send(new DeleteObjectCommand(placeOf(bucket, name))),
    expected: absent,
  });
}

async function removeBelow(bucket: Bucket, prefix: string): Promise<void> {
  for (const { name, mark } of await listUploads(bucket, prefix)) {
    await abortParts(bucket, { name, mark, signal: undefined });
  }
  const { listMax, removalsAtOnce } = bucket.limits;
  for (let after: string | undefined; ;) {
    const files = await listObjects(bucket, prefix, {
      limit: listMax,
      ...(after === undefined ? {} : { after }),
    });
    if (files.length === 0) return;
    for (let at = 0; at < files.length; at += removalsAtOnce) {
      const some = files.slice(at, at + removalsAtOnce);
      await Promise.all(some.map(({ name }) => removeObject(bucket, name)));
    }
    after = files.at(-1)?.name;
  }
}

/** No retries: a health check needs an immediate result. */
async function healthOf({ client, name }: Bucket): Promise<EngineHealth> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }));
    return { state: 'up' };
  } catch (error) {
    return { state: 'down', note: toObjectsError(error).message };
  }
}
