import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startIngest, type IngestUnderTest } from '../../../../test/support/ingest/start-ingest.ts';
import { field, numberField, varint } from '../../../../test/support/ingest/write-protobuf.ts';
import { LIMITS } from '../../../../test/support/limits.ts';

const NOW = BigInt(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
const nanoseconds = (ms: bigint): string => String(ms * 1_000_000n + 999_999n);
const AT = nanoseconds(NOW);

async function push(
  endpoints: IngestUnderTest,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(`${endpoints.url}/loki/api/v1/push${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${endpoints.key}`,
      'content-type': Buffer.isBuffer(body) ? 'application/x-protobuf' : 'application/json',
      ...headers,
    },
    body: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Snappy that only knows literals, which is valid Snappy. */
function snappy(bytes: Buffer): Buffer {
  const parts = [varint(bytes.length)];
  for (let at = 0; at < bytes.length; at += 60) {
    const part = bytes.subarray(at, at + 60);
    parts.push(Buffer.from([(part.length - 1) << 2]), part);
  }
  return Buffer.concat(parts);
}

test('streams in JSON are taken with labels and metadata', async (t) => {
  const endpoints = await startIngest(t);
  const answer = await push(endpoints, {
    streams: [
      {
        stream: { service_name: 'checkout', level: 'WARN', region: 'eu' },
        values: [
          [AT, 'card refused', { trace_id: 'abc', region: 'of the entry' }],
          [AT, 'again', { detected_level: 'error' }],
        ],
      },
      { stream: { job: 'cron', xplain_index: 'apps' }, values: [[AT, 'done']] },
    ],
  });

  assert.deepEqual([answer.status, answer.text], [204, '']);
  const [first, second, third] = endpoints.queued();
  assert.deepEqual(
    [first?.timestamp, first?.index, first?.level, first?.source, first?.body],
    [Number(NOW), 'main', 'warn', 'checkout', 'card refused'],
  );
  const labels = { service_name: 'checkout', region: 'of the entry', trace_id: 'abc' };
  assert.deepEqual(first?.attributes, labels);
  assert.deepEqual([second?.level, second?.attributes['region']], ['error', 'eu']);
  assert.deepEqual([third?.index, third?.source, third?.level], ['apps', 'cron', 'info']);
});

test('streams in protobuf with Snappy are taken the same way', async (t) => {
  const endpoints = await startIngest(t);
  const entry = (line: string | Buffer): Buffer =>
    field(2, [
      field(2, line),
      field(1, [numberField(1, NOW / 1_000n), numberField(2, 678_999_999)]),
      field(3, [field(1, 'trace_id'), field(2, 'abc')]),
    ]);
  const labels = '{app="check\\"out\\n\\u00e4", level="debug",pod=`a\\b`}';
  const answer = await push(
    endpoints,
    snappy(field(1, [entry('first'), entry('second'), field(1, labels)])),
  );

  assert.deepEqual([answer.status, answer.text], [204, '']);
  const seen = endpoints.queued();
  assert.deepEqual(
    seen.map(({ body }) => body),
    ['first', 'second'],
  );
  const [first] = seen;
  assert.deepEqual(
    [first?.timestamp, first?.level, first?.source],
    [Number(NOW), 'debug', 'check"out\nä'],
  );
  assert.deepEqual(first?.attributes, { app: 'check"out\nä', pod: 'a\\b', trace_id: 'abc' });
});

test('the index is that of the stream, the parameter or the header', async (t) => {
  const endpoints = await startIngest(t);
  const body = { streams: [{ stream: { a: 'b' }, values: [[AT, 'x']] }] };
  await push(endpoints, body, {}, '?index=apps');
  await push(endpoints, body, { 'x-index': 'apps' });

  assert.deepEqual(
    endpoints.queued().map(({ index }) => index),
    ['apps', 'apps'],
  );
});

test('entries that cannot be taken are told of, the others are taken', async (t) => {
  const endpoints = await startIngest(t);
  const far = nanoseconds(BigInt(Date.now() + LIMITS.events.futureMsMax + 60_000));
  const values = [
    [AT, 'good'],
    ['noon', 'x'],
    [AT, 7],
    'x',
    [far, 'x'],
    [AT, 'x'.repeat(LIMITS.events.eventBytesMax + 1)],
    [AT, 'good too'],
  ];
  const answer = await push(endpoints, { streams: [{ stream: {}, values }] });

  assert.equal(answer.status, 413);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(
    answer.text,
    /^The event at position 5 is refused: The event is too large \(maximum 1048576 bytes\)\./,
  );
  assert.match(answer.text, /4 events were refused; the first, at position 1: The timestamp/);
  assert.deepEqual(
    endpoints.queued().map(({ body }) => body),
    ['good', 'good too'],
  );
});

test('an entry that is too large is a 413 as everywhere, a wrong one a 400', async (t) => {
  const endpoints = await startIngest(t);
  const { eventBytesMax } = LIMITS.events;
  const statusOf = async (value: unknown): Promise<number> =>
    (await push(endpoints, { streams: [{ stream: {}, values: [value] }] })).status;

  assert.equal(await statusOf([AT, 'x'.repeat(eventBytesMax)]), 204);
  assert.equal(await statusOf([AT, 'x'.repeat(eventBytesMax + 1)]), 413);
  assert.equal(await statusOf(['noon', 'x']), 400);
});

test('bodies that are no push are a 400, and nothing of them is taken', async (t) => {
  const endpoints = await startIngest(t);
  const stream = (labels: string): Buffer => snappy(field(1, [field(1, labels)]));
  for (const body of [
    '',
    '{',
    '{}',
    '[]',
    '{"streams":{}}',
    '{"streams":[5]}',
    '{"streams":[{"stream":[],"values":[]}]}',
    '{"streams":[{"stream":{},"values":7}]}',
    Buffer.alloc(0),
    Buffer.from([5]),
    Buffer.from([200, 200, 200, 200, 200, 1]),
    Buffer.from([4, 0xff, 0xff, 0xff, 0xff, 0xff]),
    snappy(Buffer.from([0x0a, 0x7f])),
    stream('nonsense'),
    stream('{a=b}'),
    stream('{a="b" c="d"}'),
    stream('{a="b'),
  ]) {
    const answer = await push(endpoints, body);
    assert.equal(answer.status, 400, String(body));
  }
  assert.deepEqual(endpoints.queued(), []);
});

test('refusals are plain text with a status that clients of Loki understand', async (t) => {
  const endpoints = await startIngest(t, { rates: { ingest: 4 } });
  const body = { streams: [{ stream: {}, values: [[AT, 'x']] }] };

  assert.equal((await push(endpoints, body, { authorization: 'Bearer nonsense' })).status, 401);
  const basic = Buffer.from(`anybody:${endpoints.key}`).toString('base64');
  assert.equal((await push(endpoints, body, { authorization: `Basic ${basic}` })).status, 204);
  assert.equal((await push(endpoints, body, { 'content-type': 'text/plain' })).status, 415);
  const bomb = Buffer.concat([varint(LIMITS.http.bodyBytesMax + 1), Buffer.from([0, 1])]);
  assert.equal((await push(endpoints, bomb)).status, 413);
  endpoints.fillQueue();
  const full = await push(endpoints, body);
  assert.deepEqual([full.status, full.headers.get('retry-after')], [429, '1']);
  assert.match(full.text, /^The ingest queue is full/);
  assert.equal((await push(endpoints, body)).status, 429);
});
