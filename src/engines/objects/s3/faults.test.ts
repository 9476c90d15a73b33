/** What stores do wrong, and what becomes of it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import {
  type Answer,
  failure,
  type Fault,
  reply,
  type FakeBucketServer,
  startBucket,
} from '../../../../test/support/s3/start-bucket.ts';
import type { Limits } from '../../../spec/limits.ts';
import { KB, MB, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { systemClock } from '../../../base/clock.ts';
import { openOutbound } from '../../outbound/open-outbound.ts';
import type { Objects, ObjectsCode, UploadSource } from '../objects.ts';
import { openS3Objects } from './open-s3-objects.ts';

const { attemptsMax, retryDelayMsMin, retryDelayMsMax, retryAfterMsMax } = LIMITS.objects;
const CONTENT = randomBytes(2 * 5 * MB + 4_711);
const always = (answer: Answer): Fault => {
  return (_, response) => reply(response, answer);
};

interface Tested {
  readonly bucket: FakeBucketServer;
  readonly objects: Objects;
  /** How long it was waited between tries. */
  readonly waits: number[];
}

async function start(t: TestContext, change: Partial<Limits['objects']> = {}): Promise<Tested> {
  const bucket = await startBucket(t);
  const waits: number[] = [];
  const limits = { ...LIMITS.objects, partBytes: 5 * MB, ...change };
  const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
  const sleep = async (ms: number) => void waits.push(ms);
  const objects = await openS3Objects(
    { limits, outbound, clock: systemClock, sleep, random: () => 0.5 },
    bucket.place,
  );
  return { bucket, objects, waits };
}

const put = (objects: Objects) => objects.write('org_a/x', Readable.from(['content']));

/** Fails as long as it is asked for the n-th time or less. */
function first(
  times: number,
  fault: Fault,
  isMeant: (call: string) => boolean = () => true,
): FakeBucketServer['fault'] {
  let left = times;
  return ({ method, target }) => {
    if (!isMeant(`${method} ${target}`) || left === 0) return undefined;
    left -= 1;
    return fault;
  };
}

test('what passes is tried again, with growing waits, and not once more than promised', async (t) => {
  const faults: readonly [Fault, ObjectsCode][] = [
    [always(failure(503, 'SlowDown')), 'busy'],
    [always(failure(429, 'TooManyRequests')), 'busy'],
    [always(failure(500, 'InternalError')), 'failed'],
    [always({ status: 502, body: '<html>Bad gateway</html>' }), 'failed'],
    [always(failure(400, 'RequestTimeout')), 'timed_out'],
    [always(failure(400, 'BadDigest')), 'altered'],
    [(_, response) => void response.destroy(), 'broken_off'],
    [halfClosed, 'broken_off'],
  ];
  for (const [fault, code] of faults) {
    const { bucket, objects, waits } = await start(t);
    bucket.fault = first(attemptsMax - 1, fault, (call) => call.startsWith('PUT'));
    assert.deepEqual(await put(objects), { bytes: 7 });
    assert.equal(bucket.objects.get('org_a/x')?.toString(), 'content');
    assert.deepEqual(
      waits,
      [1.5, 3, 6, 12].map((times) => times * retryDelayMsMin),
    );

    bucket.fault = () => fault;
    bucket.requests.length = 0;
    await assert.rejects(put(objects), { name: 'ObjectsError', code, isLasting: false });
    assert.equal(bucket.requests.length, attemptsMax);
  }
  assert.ok(12 * retryDelayMsMin <= retryDelayMsMax);
});

/** Says how long its answer is, and ends before. */
const halfClosed: Fault = (_, response, answer) => {
  const { status, headers } = answer();
  response.writeHead(status, { ...headers, 'content-length': '1000' });
  response.write('<?xml');
  setImmediate(() => response.socket?.end());
};

test('what only people can change is not tried again', async (t) => {
  const faults: readonly [Answer, ObjectsCode][] = [
    [failure(403, 'AccessDenied'), 'denied'],
    [failure(403, 'InvalidAccessKeyId'), 'denied'],
    [failure(400, 'ExpiredToken'), 'expired'],
    [failure(403, 'RequestTimeTooSkewed'), 'expired'],
    [failure(404, 'NoSuchBucket'), 'no_bucket'],
    [failure(400, 'InvalidArgument'), 'refused'],
    [{ status: 301, headers: { location: 'http://169.254.169.254/' } }, 'redirected'],
    [{ status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'redirected'],
  ];
  for (const [answer, code] of faults) {
    const { bucket, objects } = await start(t);
    bucket.fault = () => always(answer);
    await assert.rejects(put(objects), { name: 'ObjectsError', code, isLasting: true });
    assert.equal(bucket.requests.length, 1, code);
  }
});

test('a store that is full says so', async (t) => {
  const { bucket, objects } = await start(t);
  bucket.fault = () => always(failure(507, 'XMinioStorageFull'));
  await assert.rejects(put(objects), { code: 'full', isLasting: false });
});

test('a wait that the store asks for is kept, up to the longest one', async (t) => {
  const { bucket, objects, waits } = await start(t);
  const busyFor = (seconds: number): Fault =>
    always({ ...failure(503, 'SlowDown'), headers: { 'retry-after': String(seconds) } });
  const longest = retryAfterMsMax / SECOND_MS;
  assert.equal(retryAfterMsMax, 5 * MINUTE_MS);

  bucket.fault = first(1, busyFor(longest));
  await put(objects);
  assert.deepEqual(waits, [retryAfterMsMax]);

  bucket.fault = first(1, busyFor(longest + 1));
  await assert.rejects(put(objects), { code: 'busy', retryAfterMs: retryAfterMsMax + SECOND_MS });
});

test('an error inside an answer that says 200 is an error', async (t) => {
  const { bucket, objects } = await start(t);
  const inside = always({ ...failure(200, 'InternalError'), status: 200 });
  const isComplete = (call: string): boolean =>
    call.startsWith('POST') && call.includes('uploadId');

  bucket.fault = first(2, inside, isComplete);
  await objects.upload('org_a/big', sourceOf(CONTENT));
  assert.ok(bucket.objects.get('org_a/big')?.equals(CONTENT));

  bucket.objects.clear();
  bucket.fault = first(Infinity, inside, isComplete);
  await assert.rejects(objects.upload('org_a/big', sourceOf(CONTENT)), { code: 'failed' });
  assert.equal(bucket.objects.size, 0);
});

test('an answer that is not one of S3 is taken for nothing', async (t) => {
  const pages = ['', '<html><body>Sign in</body></html>', 'ok', '<?xml version="1.0"?><ListBucket'];
  for (const body of pages) {
    const { bucket, objects } = await start(t);
    bucket.fault = () => always({ status: 200, body });
    const unknown = { name: 'ObjectsError', code: 'unknown_answer' };
    await assert.rejects(objects.list('org_a/', { limit: 10 }), unknown, body);
    await assert.rejects(objects.unfinished('org_a/'), unknown, body);
    await assert.rejects(objects.removeAll('org_a'), unknown, body);
    await assert.rejects(objects.upload('org_a/big', sourceOf(CONTENT)), unknown, body);
    await assert.rejects(objects.read('org_a/x'), unknown, body);
  }
});

test('a listing that ends too soon is not taken for a short one', async (t) => {
  const { bucket, objects } = await start(t);
  const cut = `<?xml version="1.0"?><ListBucketResult><Contents><Key>org_a/x</Key><Size>1</Size></Contents>`;
  bucket.fault = () => always({ status: 200, body: cut });
  await assert.rejects(objects.list('org_a/', { limit: 10 }), { code: 'broken_off' });
});

test('a listing that repeats itself ends', async (t) => {
  const { bucket, objects } = await start(t);
  const body = `<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>org_a/x</Key><Size>1</Size></Contents></ListBucketResult>`;
  bucket.fault = () => always({ status: 200, body });
  await assert.rejects(objects.list('org_a/', { limit: 10 }), { code: 'unknown_answer' });
});

test('a store that holds another size than it was sent is found out', async (t) => {
  const { bucket, objects } = await start(t);
  bucket.fault = ({ method }) => {
    if (method !== 'HEAD') return undefined;
    return always({ status: 200, headers: { 'content-length': '6' } });
  };
  await assert.rejects(put(objects), { code: 'wrong_size' });
  await assert.rejects(objects.upload('org_a/big', sourceOf(CONTENT)), { code: 'wrong_size' });
});

test('a store that takes a byte now and then has a time like all others', async (t) => {
  const { bucket, objects } = await start(t, { callMs: 200, attemptsMax: 2 });
  bucket.fault = () => (_, response) => {
    response.writeHead(200, { 'content-length': String(16 * KB) });
    const timer = setInterval(() => void response.write(Buffer.alloc(20, 'x')), 20);
    response.on('close', () => clearInterval(timer));
  };
  await assert.rejects(objects.list('org_a/', { limit: 10 }), { code: 'timed_out' });
  assert.equal(bucket.requests.length, 2);
});

test('an upload whose last answer is lost is not sent again', async (t) => {
  const { bucket, objects } = await start(t);
  const isComplete = (call: string): boolean =>
    call.startsWith('POST') && call.includes('uploadId');
  const lost: Fault = (_, response, answer) => {
    answer();
    response.destroy();
  };
  bucket.fault = first(1, lost, isComplete);

  await objects.upload('org_a/big', sourceOf(CONTENT));

  assert.ok(bucket.objects.get('org_a/big')?.equals(CONTENT));
  const begun = bucket.requests.filter(({ target }) => target.includes('?uploads'));
  assert.equal(begun.length, 1);
  assert.equal(bucket.uploads.size, 0);
});

test('a store without conditions is asked before it is written to', async (t) => {
  const { bucket, objects } = await start(t);
  bucket.knowsConditions = false;
  const write = () => objects.write('org_a/x', Readable.from(['x']), { ifAbsent: true });
  await write();
  await assert.rejects(write(), { code: 'exists' });
});

test('an object that is replaced while it is read is no mixture', async (t) => {
  const { bucket, objects } = await start(t, { rangeBytes: 1 * MB });
  for (const change of [
    () => bucket.objects.set('org_a/x', randomBytes(3 * MB)),
    () => bucket.objects.delete('org_a/x'),
  ]) {
    bucket.objects.set('org_a/x', CONTENT.subarray(0, 3 * MB));
    const found = await objects.read('org_a/x');
    change();
    assert.ok(found !== undefined);
    await assert.rejects(buffer(found.content), { name: 'ObjectsError', code: 'changed' });
  }
});

test('a large object is read range by range, and a range that breaks off is read again', async (t) => {
  const { bucket, objects } = await start(t, { rangeBytes: 1 * MB });
  bucket.objects.set('org_a/x', CONTENT);
  let asked = 0;
  bucket.fault = () => {
    asked += 1;
    return asked % 3 === 0 ? halfClosed : undefined;
  };
  const found = await objects.read('org_a/x');
  assert.ok(found !== undefined);
  assert.ok((await buffer(found.content)).equals(CONTENT));
});

test('parts go in the size promised, and every body is signed', async (t) => {
  const { bucket, objects } = await start(t, { partBytes: LIMITS.objects.partBytes });
  const { partBytes } = LIMITS.objects;
  await objects.upload('org_a/one', sourceOf(Buffer.alloc(partBytes)));
  assert.ok(bucket.requests.every(({ target }) => !target.includes('upload')));
  await objects.upload('org_a/two', sourceOf(Buffer.alloc(partBytes + 1)));
  const parts = bucket.requests.filter(({ target }) => target.includes('partNumber'));
  assert.deepEqual(
    parts.map(({ body }) => body.length),
    [partBytes, 1],
  );
  for (const { headers } of bucket.requests) {
    assert.match(headers['x-amz-content-sha256'] ?? '', /^[0-9a-f]{64}$/);
    assert.equal(headers['expect'], undefined);
    assert.equal(headers['x-amz-checksum-crc32'], undefined);
  }
});

function sourceOf(content: Buffer): UploadSource {
  return { bytes: content.length, read: async (from, to) => content.subarray(from, to) };
}
