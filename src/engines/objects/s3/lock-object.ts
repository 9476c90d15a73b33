/** Objects that cannot be deleted or replaced before their retention time ends: Object Lock in compliance mode. */
import { createHash } from 'node:crypto';
import { ObjectsError } from '../objects.ts';
import type { Bucket } from './bucket.ts';
import type { FoundObject } from './find-object.ts';

/** Starts with the request that creates the object. */
export function lockHeaders({ lock }: Pick<Bucket, 'lock'>) {
  if (lock === undefined) return {};
  return {
    ObjectLockMode: 'COMPLIANCE' as const,
    ObjectLockRetainUntilDate: new Date(lock.clock.now() + lock.ms),
  };
}

/** A locked body needs this hash in addition to the signed one. */
export function checksumOf({ lock }: Pick<Bucket, 'lock'>, body: Uint8Array) {
  if (lock === undefined) return {};
  return { ContentMD5: createHash('md5').update(body).digest('base64') };
}

/** A bucket without Object Lock refuses the request, without a code that all stores share. */
export async function whileLocking<T>(
  { lock }: Pick<Bucket, 'lock'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefused = error instanceof ObjectsError && error.code === 'refused';
    throw lock !== undefined && isRefused ? new ObjectsError('not_locked', error) : error;
  }
}

/** Some stores ignore the headers. What an upload has in hand that was cut off is locked for less than all of the time. */
export function requireLock(
  { lock }: Pick<Bucket, 'lock'>,
  { lockedUntil = 0 }: Pick<FoundObject, 'lockedUntil'>,
): void {
  if (lock === undefined) return;
  if (lockedUntil - lock.clock.now() < lock.ms / 2) throw new ObjectsError('not_locked');
}
