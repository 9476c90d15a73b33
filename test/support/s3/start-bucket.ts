/** A bucket in memory that checks every signature and fails on command. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { BucketPlace } from '../../../src/engines/objects/objects.ts';
import { checkSignature, type ReceivedRequest } from './check-signature.ts';

/** What happens instead of an answer, or to it. */
export type Fault = (
  request: ReceivedRequest,
  response: ServerResponse,
  /** The answer as it would have been; what it changes has happened once this is called. */
  answer: () => Answer,
) => void;

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface FakeBucketServer {
  readonly place: BucketPlace;
  readonly requests: ReceivedRequest[];
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, FakeUpload>;
  /** Asked for every request, in front of everything. */
  fault: (request: ReceivedRequest) => Fault | undefined;
  /** Size of the smallest part that is not the last. */
  partBytesMin: number;
  /** Whether it knows `If-None-Match`; many stores do not. */
  knowsConditions: boolean;
  /** `enabled`: as a bucket with Object Lock. `off`: refuses locks. `ignored`: a store that does not know them. */
  objectLock: 'enabled' | 'off' | 'ignored';
  /** Until when which object is locked, in the header's own form. */
  readonly locks: Map<string, string>;
}

export interface FakeUpload {
  readonly key: string;
  readonly startedAt: string;
  readonly lock: string | undefined;
  readonly parts: Map<number, Buffer>;
}

const KEYS = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'a/secret+of=tests' };
const REGION = 'eu-test-1';
const BUCKET = 'exports';

export async function startBucket(
  t: Pick<TestContext, 'after'>,
  prefix = '',
): Promise<FakeBucketServer> {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket: FakeBucketServer = {
    place: { ...KEYS, endpoint, region: REGION, bucket: BUCKET, prefix, isPathStyle: true },
    requests: [],
    objects: new Map(),
    uploads: new Map(),
    fault: () => undefined,
    partBytesMin: PART_BYTES_MIN,
    knowsConditions: true,
    objectLock: 'ignored',
    locks: new Map(),
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: ReceivedRequest = {
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      headers: incoming.headers as Readonly<Record<string, string>>,
      body: await buffer(incoming).catch(() => Buffer.alloc(0)),
    };
    bucket.requests.push(request);
    const answer = (): Answer => answerTo(bucket, request);
    const fault = bucket.fault(request);
    if (fault !== undefined) fault(request, response, answer);
    else reply(response, answer());
  }
  return bucket;
}

export function reply(response: ServerResponse, { status, headers, body = '' }: Answer): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

export function failure(status: number, code: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, body };
}

function answerTo(bucket: FakeBucketServer, request: ReceivedRequest): Answer {
  const refused = checkSignature(KEYS, REGION, request);
  if (refused !== undefined) return failure(refused.startsWith('XAmz') ? 400 : 403, refused);
  const url = new URL(request.target, 'http://bucket');
  const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent);
  if (name !== BUCKET) return failure(404, 'NoSuchBucket');
  const key = rest.join('/');
  const query = url.searchParams;
  if (key === '') return answerForBucket(bucket, request, query);
  return query.has('uploadId') || query.has('uploads')
    ? answerForUpload(bucket, request, key, query)
    : answerForObject(bucket, request, key);
}

function answerForBucket(
  bucket: FakeBucketServer,
  { method }: ReceivedRequest,
  query: URLSearchParams,
): Answer {
  if (method === 'HEAD') return { status: 200 };
  const prefix = query.get('prefix') ?? '';
  if (query.has('uploads')) {
    const uploads = [...bucket.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(
        ([id, { key, startedAt }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${startedAt}</Initiated></Upload>`,
      );
    return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${uploads.join('')}`);
  }
  const after = query.get('start-after') ?? '';
  const limit = Number(query.get('max-keys') ?? '1000');
  const keys = [...bucket.objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const contents = keys
    .slice(0, limit)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${bucket.objects.get(key)?.length}</Size></Contents>`,
    );
  return xml(
    'ListBucketResult',
    `<IsTruncated>${keys.length > limit}</IsTruncated>${contents.join('')}`,
  );
}

function answerForUpload(
  bucket: FakeBucketServer,
  { method, headers, body }: ReceivedRequest,
  key: string,
  query: URLSearchParams,
): Answer {
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID();
    const refused = lockProblem(bucket, headers);
    if (refused !== undefined) return refused;
    const lock = bucket.objectLock === 'enabled' ? lockOf(headers) : undefined;
    const startedAt = '2026-11-16T06:00:00.000Z';
    bucket.uploads.set(id, { key, startedAt, lock, parts: new Map() });
    return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
  }
  const id = query.get('uploadId') ?? '';
  const upload = bucket.uploads.get(id);
  if (upload === undefined || upload.key !== key) return failure(404, 'NoSuchUpload');
  if (method === 'PUT') {
    const refused = checksumProblem(bucket, headers, body);
    if (refused !== undefined) return refused;
    upload.parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method === 'DELETE') {
    bucket.uploads.delete(id);
    return { status: 204 };
  }
  if (method === 'POST') {
    if (isRefusedAsThere(bucket, key, headers)) return failure(412, 'PreconditionFailed');
    return completeUpload(bucket, id, upload, body.toString());
  }
  const after = Number(query.get('part-number-marker') ?? '0');
  const parts = [...upload.parts]
    .filter(([number]) => number > after)
    .toSorted(([one], [other]) => one - other);
  // Two a page, so that whoever reads only the first page is found out.
  const page = parts
    .slice(0, 2)
    .map(
      ([number, part]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(part)}</ETag><Size>${part.length}</Size></Part>`,
    );
  return xml('ListPartsResult', `<IsTruncated>${parts.length > 2}</IsTruncated>${page.join('')}`);
}

const PART_BYTES_MIN = 5 * 1024 * 1024;

function completeUpload(
  bucket: FakeBucketServer,
  id: string,
  { key, parts, lock }: FakeUpload,
  body: string,
): Answer {
  const named = [
    ...body.matchAll(
      /<Part>(?:<ETag>(.*?)<\/ETag><PartNumber>(\d+)|<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>)/g,
    ),
  ].map(([, one, first, second, other]) => ({
    number: Number(first ?? second),
    etag: (one ?? other ?? '').replaceAll('&quot;', '"'),
  }));
  const chosen = named.map(({ number, etag }) => {
    const part = parts.get(number);
    return part !== undefined && etagOf(part) === etag ? part : undefined;
  });
  if (chosen.length === 0 || chosen.includes(undefined)) return failure(400, 'InvalidPart');
  const known = chosen.filter((part) => part !== undefined);
  if (known.slice(0, -1).some((part) => part.length < bucket.partBytesMin)) {
    return failure(400, 'EntityTooSmall');
  }
  const whole = Buffer.concat(known);
  const hashes = known.map((part) => createHash('md5').update(part).digest());
  const hash = createHash('md5').update(Buffer.concat(hashes)).digest('hex');
  TAGS.set(whole, `"${hash}-${known.length}"`);
  bucket.objects.set(key, whole);
  if (lock !== undefined) bucket.locks.set(key, lock);
  bucket.uploads.delete(id);
  return xml('CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>"x-${known.length}"</ETag>`);
}

function answerForObject(
  bucket: FakeBucketServer,
  { method, headers, body }: ReceivedRequest,
  key: string,
): Answer {
  if (method === 'PUT') {
    if (headers['if-none-match'] !== undefined && !bucket.knowsConditions) {
      return failure(501, 'NotImplemented');
    }
    if (isRefusedAsThere(bucket, key, headers)) return failure(412, 'PreconditionFailed');
    const refused = lockProblem(bucket, headers) ?? checksumProblem(bucket, headers, body);
    if (refused !== undefined) return refused;
    bucket.objects.set(key, body);
    const lock = lockOf(headers);
    if (lock !== undefined && bucket.objectLock === 'enabled') bucket.locks.set(key, lock);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method === 'DELETE') {
    bucket.objects.delete(key);
    return { status: 204 };
  }
  const content = bucket.objects.get(key);
  if (content === undefined) return method === 'HEAD' ? { status: 404 } : failure(404, 'NoSuchKey');
  const etag = etagOf(content);
  if (method === 'HEAD') {
    const until = bucket.locks.get(key);
    const lock =
      until === undefined
        ? {}
        : { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': until };
    return { status: 200, headers: { etag, 'content-length': String(content.length), ...lock } };
  }
  const condition = headers['if-match'];
  if (condition !== undefined && condition !== etag) return failure(412, 'PreconditionFailed');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? [];
  if (from === undefined) return { status: 200, headers: { etag }, body: content };
  if (Number(from) >= content.length) return failure(416, 'InvalidRange');
  const part = content.subarray(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${content.length}`;
  return { status: 206, headers: { etag, 'content-range': range }, body: part };
}

type Headers = ReceivedRequest['headers'];

function lockOf(headers: Headers): string | undefined {
  return headers['x-amz-object-lock-retain-until-date'];
}

function lockProblem(bucket: FakeBucketServer, headers: Headers): Answer | undefined {
  const until = lockOf(headers);
  if (until === undefined || bucket.objectLock === 'ignored') return undefined;
  const isSigned = ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date'].every((name) =>
    /SignedHeaders=([^,]*)/
      .exec(headers['authorization'] ?? '')?.[1]
      ?.split(';')
      .includes(name),
  );
  if (!isSigned) return failure(403, 'SignatureDoesNotMatch');
  if (bucket.objectLock === 'off') return failure(400, 'InvalidRequest');
  const isMode = headers['x-amz-object-lock-mode'] === 'COMPLIANCE';
  return isMode && !Number.isNaN(Date.parse(until)) ? undefined : failure(400, 'InvalidArgument');
}

/** As services with Object Lock do, which take no locked body without a hash of it. */
function checksumProblem(
  bucket: FakeBucketServer,
  headers: Headers,
  body: Buffer,
): Answer | undefined {
  const sent = headers['content-md5'];
  if (bucket.objectLock !== 'enabled') return undefined;
  if (sent === undefined) return failure(400, 'InvalidRequest');
  const isSame = sent === createHash('md5').update(body).digest('base64');
  return isSame ? undefined : failure(400, 'BadDigest');
}

function isRefusedAsThere(
  bucket: FakeBucketServer,
  key: string,
  headers: ReceivedRequest['headers'],
): boolean {
  return headers['if-none-match'] === '*' && bucket.objects.has(key);
}

function xml(root: string, content: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

/** Of objects that were sent in parts. */
const TAGS = new WeakMap<Buffer, string>();

function etagOf(content: Buffer): string {
  const tag = TAGS.get(content);
  if (tag !== undefined) return tag;
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
