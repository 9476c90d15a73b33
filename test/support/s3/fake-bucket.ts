/** A bucket that gives the answers of a test, one after the other, and notes what it was asked. */
import { S3ServiceException } from '@aws-sdk/client-s3';
import type { Bucket } from '../../../src/engines/objects/s3/bucket.ts';
import { createCalls } from '../../../src/engines/objects/s3/create-calls.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { LIMITS } from '../limits.ts';

/** What commands are told, and more. */
export interface AskedInput {
  readonly UploadId?: string;
  readonly PartNumber?: number;
  readonly Body?: Buffer;
  readonly Range?: string;
  readonly IfMatch?: string;
  readonly IfNoneMatch?: string;
}

export type Asked = readonly [command: string, input: AskedInput];

export function fakeBucket(
  answers: readonly (object | Error)[],
  change: Partial<Limits['objects']> = {},
) {
  const limits = { ...LIMITS.objects, attemptsMax: 1, ...change };
  const asked: Asked[] = [];
  const options: unknown[] = [];
  const left = [...answers];
  const send = async (command: { readonly input: AskedInput }, how: unknown): Promise<object> => {
    asked.push([command.constructor.name.replace(/Command$/, ''), command.input]);
    options.push(how);
    const answer = left.shift() ?? new Error('nothing was to be asked any more');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const bucket = {
    client: { send },
    call: createCalls({ limits, sleep: async () => {} }),
    limits,
    name: 'logs',
    prefix: 'in/',
    lock: undefined,
  } as unknown as Bucket;
  return { bucket, asked, options, calls: () => asked.map(([command]) => command) };
}

/** As the client throws it. */
export function refusal(httpStatusCode: number, name = 'Refused'): S3ServiceException {
  return new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });
}
