import type { S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '../../../base/clock.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { Calls } from './create-calls.ts';

/** What every call to one bucket needs. */
export interface Bucket {
  readonly client: S3Client;
  readonly call: Calls;
  readonly limits: Limits['objects'];
  readonly name: string;
  /** In front of every name. */
  readonly prefix: string;
  /** Undefined where objects are not locked. */
  readonly lock: { readonly ms: number; readonly clock: Clock } | undefined;
}

/** How an object is called within its bucket. */
export function placeOf(bucket: Bucket, name: string) {
  return { Bucket: bucket.name, Key: `${bucket.prefix}${name}` };
}
