import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startIngest, type IngestUnderTest } from '../../../../test/support/ingest/start-ingest.ts';
import { LIMITS } from '../../../../test/support/limits.ts';

const text = (value: string) => ({ stringValue: value });
const NOW = BigInt(Date.now());
const nanoseconds = (ms: bigint): string => String(ms * 1_000_000n);

function request(records: readonly unknown[], resource: readonly unknown[] = []): unknown {
  return {
    resourceLogs: [{ resource: { attributes: resource }, scopeLogs: [{ logRecords: records }] }],
  };
}

async function send(
  endpoints: IngestUnderTest,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<{ status: number; type: string | null; headers: Headers; body: unknown }> {
  const answer = await fetch(`${endpoints.url}/v1/logs${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${endpoints.key}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  const type = answer.headers.get('content-type');
  return { status: answer.status, type, headers: answer.headers, body: await answer.json() };
}

test('a record keeps everything that was said of it, its resource and its scope', async (t) => {
  const endpoints = await startIngest(t);
  const answer = await send(endpoints, {
    resourceLogs: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: text('checkout') },
            { key: 'host.name', value: text('web-1') },
            { key: 'shared', value: text('of the resource') },
          ],
        },
        scopeLogs: [
          {
            scope: {
              name: 'payments',
              version: '1.2',
              attributes: [{ key: 'team', value: text('red') }],
            },
            logRecords: [
              {
                timeUnixNano: nanoseconds(NOW),
                severityNumber: 13,
                severityText: 'Warning',
                body: text('card refused'),
                traceId: '0AF7651916CD43DD8448EB211C80319C',
                spanId: 'b7ad6b7169203331',
                eventName: 'card.refused',
                attributes: [
                  { key: 'shared', value: text('of the record') },
                  { key: 'amount', value: { intValue: '9007199254740993' } },
                  { key: 'ratio', value: { doubleValue: 0.5 } },
                  { key: 'retry', value: { boolValue: false } },
                  { key: 'tags', value: { arrayValue: { values: [text('a'), { intValue: 1 }] } } },
                  {
                    key: 'http',
                    value: {
                      kvlistValue: {
                        values: [
                          { key: 'status', value: { intValue: 402 } },
                          { key: '__proto__', value: text('harmless') },
                        ],
                      },
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });

  assert.deepEqual([answer.status, answer.body], [200, {}]);
  const [record] = endpoints.queued();
  assert.ok(record);
  assert.equal(record.timestamp, Number(NOW));
  assert.deepEqual(
    [record.index, record.level, record.source, record.body],
    ['main', 'warn', 'checkout', 'card refused'],
  );
  assert.deepEqual(record.attributes, {
    severity_text: 'Warning',
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_id: 'b7ad6b7169203331',
    'event.name': 'card.refused',
    shared: 'of the record',
    amount: '9007199254740993',
    ratio: '0.5',
    retry: 'false',
    tags: '["a",1]',
    'http.status': '402',
    'http.__proto__': 'harmless',
    'service.name': 'checkout',
    'host.name': 'web-1',
    'otel.scope.name': 'payments',
    'otel.scope.version': '1.2',
    team: 'red',
  });
});

test('times come as text or number, observed where the event’s own is unknown, arrival at last', async (t) => {
  const endpoints = await startIngest(t);
  const before = Date.now();
  await send(
    endpoints,
    `{"resource_logs":[{"scope_logs":[{"log_records":[
      {"time_unix_nano":1700000000123999999,"body":{"string_value":"number"}},
      {"timeUnixNano":"0","observedTimeUnixNano":"1700000000456000000","body":{"stringValue":"observed"}},
      {"body":{"stringValue":"arrival"}},
      {}
    ]}]}]}`,
  );

  const [number, observed, arrival, empty] = endpoints.queued();
  assert.equal(number?.timestamp, 1_700_000_000_123);
  assert.equal(observed?.timestamp, 1_700_000_000_456);
  assert.ok((arrival?.timestamp ?? 0) >= before);
  assert.deepEqual([empty?.body, empty?.level, empty?.source], ['', 'info', 'shipper']);
});

test('every severity has its level', async (t) => {
  const endpoints = await startIngest(t);
  const severities = [1, 4, 5, 9, 12, 16, 17, 24, 'SEVERITY_NUMBER_ERROR3', 25, 0, undefined];
  await send(endpoints, request(severities.map((severityNumber) => ({ severityNumber }))));
  await send(endpoints, request([{ severityText: ' NOTICE ' }]));

  const levels = endpoints.queued().map(({ level }) => level);
  const named = 'trace trace debug info info warn error fatal error info info info notice';
  assert.deepEqual(levels, named.split(' '));
});

test('a structured body is kept as JSON', async (t) => {
  const endpoints = await startIngest(t);
  const values = [{ key: 'order', value: { intValue: '7' } }];
  await send(
    endpoints,
    request([{ body: { kvlistValue: { values } } }, { body: { intValue: 5 } }]),
  );

  assert.deepEqual(
    endpoints.queued().map(({ body }) => body),
    ['{"order":7}', '5'],
  );
});

test('the index is that of the resource, the parameter or the header, in this order', async (t) => {
  const endpoints = await startIngest(t);
  const inApps = [{ key: 'xplain.index', value: text('apps') }];
  await send(endpoints, request([{}], inApps), { 'x-index': 'nowhere' }, '?index=nowhere');
  await send(endpoints, request([{}]), { 'x-index': 'nowhere' }, '?index=apps');
  await send(endpoints, request([{}]), { 'x-index': 'apps' });

  const seen = endpoints.queued();
  assert.deepEqual(
    seen.map(({ index, retentionDays }) => [index, retentionDays]),
    [1, 2, 3].map(() => ['apps', 7]),
  );
  assert.ok(!('xplain.index' in (seen[0]?.attributes ?? {})));
});

test('records that cannot be taken are counted, the others are taken', async (t) => {
  const endpoints = await startIngest(t);
  const far = nanoseconds(NOW + BigInt(LIMITS.events.futureMsMax + 60_000));
  const answer = await send(
    endpoints,
    request([
      { body: text('good') },
      { body: text('x'.repeat(LIMITS.events.eventBytesMax)) },
      { body: text('too early'), timeUnixNano: far },
      { body: text('no time'), timeUnixNano: 'yesterday' },
      { body: text('good too') },
    ]),
  );

  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    partialSuccess: {
      rejectedLogRecords: '3',
      errorMessage: `3 events were refused; the first, at position 1: The event is too large (maximum ${LIMITS.events.eventBytesMax} bytes).`,
    },
  });
  assert.deepEqual(
    endpoints.queued().map(({ body }) => body),
    ['good', 'good too'],
  );
});

test('when every record is refused, so is the request', async (t) => {
  const endpoints = await startIngest(t);
  const unknown = await send(endpoints, request([{}]), {}, '?index=nowhere');
  const reserved = await send(endpoints, request([{}]), {}, '?index=_audit');

  assert.equal(unknown.status, 400);
  assert.match(JSON.stringify(unknown.body), /Unknown index \\"nowhere\\"/);
  assert.equal(reserved.status, 400);
  const early = { body: text('too early'), timeUnixNano: 'yesterday' };
  const large = { body: text('x'.repeat(LIMITS.events.eventBytesMax)) };
  const tooLarge = await send(endpoints, request([early, large]));
  assert.equal(tooLarge.status, 413);
  assert.match(
    JSON.stringify(tooLarge.body),
    /The event at position 1 is refused: The event is too large/,
  );
  assert.deepEqual(endpoints.queued(), []);
});

test('nothing to take is no failure', async (t) => {
  const endpoints = await startIngest(t);

  for (const body of [{}, { resourceLogs: [] }, request([])]) {
    assert.deepEqual((await send(endpoints, body)).status, 200);
  }
  assert.deepEqual(endpoints.queued(), []);
});

test('a small body does not become a huge one by what its records share', async (t) => {
  const endpoints = await startIngest(t);
  const resource = [{ key: 'big', value: text('x'.repeat(LIMITS.events.eventBytesMax / 2)) }];
  const count = Math.ceil((LIMITS.events.expandedBytesMax / LIMITS.events.eventBytesMax) * 2);
  const refused = await send(
    endpoints,
    request(
      Array.from({ length: count }, () => ({})),
      resource,
    ),
  );
  const fits = await send(
    endpoints,
    request(
      Array.from({ length: count - 2 }, () => ({})),
      resource,
    ),
  );

  assert.deepEqual([refused.status, fits.status], [413, 200]);
  assert.equal(endpoints.queued().length, count - 2);
});

test('more records than one request may hold are refused', async (t) => {
  const endpoints = await startIngest(t);
  const many = Array.from({ length: LIMITS.events.perRequestMax + 1 }, () => ({}));

  assert.equal((await send(endpoints, request(many))).status, 400);
  assert.equal((await send(endpoints, request(many.slice(1)))).status, 200);
});

test('bad JSON in every form is a 400 in OTLP’s words', async (t) => {
  const endpoints = await startIngest(t);
  const deep = '['.repeat(5_000) + ']'.repeat(5_000);
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"resourceLogs":{}}',
    '{"resourceLogs":[1]}',
    '{"resourceLogs":[{"resource":5}]}',
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":7}]}]}]}',
    `{"resourceLogs":${deep}}`,
    Buffer.from([0x7b, 0xff, 0x7d]),
  ]) {
    const answer = await send(endpoints, body);
    assert.equal(answer.status, 400, String(body).slice(0, 50));
    assert.equal((answer.body as { code: number }).code, 3);
    assert.equal(typeof (answer.body as { message: unknown }).message, 'string');
  }
  assert.deepEqual(endpoints.queued(), []);
});

test('gzip is undone', async (t) => {
  const endpoints = await startIngest(t);
  const body = gzipSync(JSON.stringify(request([{ body: text('small') }])));

  assert.equal((await send(endpoints, body, { 'content-encoding': 'gzip' })).status, 200);
  assert.equal(endpoints.queued()[0]?.body, 'small');
});

test('refusals come as a status that OpenTelemetry’s clients understand', async (t) => {
  const endpoints = await startIngest(t, { rates: { otlp: 4 } });
  const body = request([{ body: text('x') }]);
  const codeOf = (answer: { status: number; body: unknown }): unknown[] => [
    answer.status,
    (answer.body as { code: number }).code,
  ];

  assert.deepEqual(
    codeOf(await send(endpoints, body, { authorization: 'Bearer nonsense' })),
    [401, 16],
  );
  const revoked = `Bearer ${await endpoints.revokedKey()}`;
  assert.deepEqual(codeOf(await send(endpoints, body, { authorization: revoked })), [401, 16]);
  const reader = `Bearer ${await endpoints.newKey('read-only')}`;
  assert.deepEqual(codeOf(await send(endpoints, body, { authorization: reader })), [403, 7]);
  assert.deepEqual(codeOf(await send(endpoints, body, { 'content-type': 'text/plain' })), [415, 3]);
  const large = 'x'.repeat(LIMITS.http.bodyBytesMax + 1);
  assert.deepEqual(codeOf(await send(endpoints, large)), [413, 8]);
  endpoints.fillQueue();
  const full = await send(endpoints, body);
  assert.deepEqual(codeOf(full), [429, 8]);
  assert.equal(full.headers.get('retry-after'), '1');
  await send(endpoints, body);
  const often = await send(endpoints, body);
  assert.deepEqual(codeOf(often), [429, 8]);
  assert.ok(Number(often.headers.get('retry-after')) >= 1);
  assert.equal(often.headers.get('x-ratelimit-limit'), '4');
});
