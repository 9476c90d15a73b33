import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startIngest, type IngestUnderTest } from '../../../../test/support/ingest/start-ingest.ts';
import { LIMITS } from '../../../../test/support/limits.ts';

interface Item {
  readonly _index: string;
  readonly _id: string;
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly errors?: boolean;
    readonly items?: readonly Readonly<Record<string, Item>>[];
    readonly error?: { readonly type: string; readonly reason: string };
    readonly [field: string]: unknown;
  };
}

async function call(
  endpoints: IngestUnderTest,
  endpoint: string,
  body?: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = endpoint.split(' ');
  const answer = await fetch(endpoints.url + path, {
    method,
    headers: { authorization: `ApiKey ${endpoints.key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const parsed = (text === '' ? {} : JSON.parse(text)) as Answer['body'];
  return { status: answer.status, headers: answer.headers, body: parsed };
}

const lines = (...values: readonly (object | string)[]): string =>
  values.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('');

test('events are taken with the names of the common schema, at each address', async (t) => {
  const endpoints = await startIngest(t);
  const body = lines(
    { create: { _index: 'apps' } },
    {
      '@timestamp': '2026-01-02T03:04:05.678Z',
      message: 'card refused',
      log: { level: 'ERROR', file: { path: '/var/log/app.log' } },
      service: { name: 'checkout' },
      host: { name: 'web-1' },
      order: 9007199254740991,
    },
    '',
    { index: { _id: 'mine' } },
    { log: 'a container’s line\n', stream: 'stderr', level: 'Warn', source: 'nginx' },
    { index: {} },
    { answer: 42 },
  );
  for (const path of [
    '/elasticsearch/_bulk',
    '/_bulk',
    '/elasticsearch/main/_bulk',
    '/main/_bulk',
  ]) {
    const answer = await call(endpoints, `POST ${path}`, body);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-elastic-product'), 'Elasticsearch');
    assert.equal(answer.body.errors, false);
    const seen = endpoints.queued();
    const items = answer.body.items?.flatMap((item) => Object.entries(item));
    assert.deepEqual(
      items?.map(([action, { _index, _id, status }]) => [action, _index, _id, status]),
      [
        ['create', 'apps', seen[0]?.rowId, 201],
        ['index', 'main', 'mine', 201],
        ['index', 'main', seen[2]?.rowId, 201],
      ],
    );
    const [first, second, third] = seen;
    assert.deepEqual(
      [first?.timestamp, first?.index, first?.level, first?.source, first?.body],
      [Date.UTC(2026, 0, 2, 3, 4, 5, 678), 'apps', 'error', 'checkout', 'card refused'],
    );
    assert.deepEqual(first?.attributes, {
      'log.level': 'ERROR',
      'log.file.path': '/var/log/app.log',
      'service.name': 'checkout',
      'host.name': 'web-1',
      order: '9007199254740991',
    });
    assert.deepEqual(
      [second?.id, second?.level, second?.source, second?.body, second?.attributes],
      ['mine', 'warn', 'nginx', 'a container’s line\n', { stream: 'stderr' }],
    );
    assert.deepEqual([third?.body, third?.source], ['{"answer":42}', 'shipper']);
  }
});

test('the parameter decides over the names that shippers make up', async (t) => {
  const endpoints = await startIngest(t);
  const body = lines({ create: { _index: 'filebeat-8.17.0' } }, { message: 'x' });
  const gzipped = gzipSync(body);

  const forced = await call(
    endpoints,
    'POST /elasticsearch/_bulk?index=apps&filter_path=items',
    gzipped,
    {
      'content-encoding': 'gzip',
      'content-type': 'application/vnd.elasticsearch+x-ndjson; compatible-with=8',
    },
  );
  assert.equal(forced.body.errors, false);
  assert.equal(endpoints.queued()[0]?.index, 'apps');
});

test('every item is answered on its own, and only the good ones are taken', async (t) => {
  const endpoints = await startIngest(t);
  const far = Date.now() + LIMITS.events.futureMsMax + 60_000;
  const answer = await call(
    endpoints,
    'POST /_bulk',
    lines(
      { create: {} },
      { message: 'good' },
      { create: { _index: 'nowhere' } },
      { message: 'x' },
      { create: { _index: '_audit' } },
      { message: 'x' },
      { delete: { _id: '1' } },
      { update: { _id: '1' } },
      { doc: {} },
      { create: {} },
      '{"message":',
      { create: {} },
      '[1]',
      { create: {} },
      { message: 'x', '@timestamp': 'noon' },
      { create: {} },
      { message: 'x', '@timestamp': far },
      { create: {} },
      { message: 'x'.repeat(LIMITS.events.eventBytesMax) },
      { index: {} },
      { message: 'good too' },
    ),
  );

  assert.equal(answer.status, 200);
  assert.equal(answer.body.errors, true);
  const outcomes = answer.body.items?.flatMap((item) =>
    Object.entries(item).map(([action, { status, error }]) => `${action} ${status} ${error?.type}`),
  );
  assert.deepEqual(outcomes, [
    'create 201 undefined',
    'create 404 index_not_found_exception',
    'create 400 document_parsing_exception',
    'delete 400 document_parsing_exception',
    'update 400 document_parsing_exception',
    'create 400 document_parsing_exception',
    'create 400 document_parsing_exception',
    'create 400 document_parsing_exception',
    'create 400 document_parsing_exception',
    'create 413 event_too_large_exception',
    'index 201 undefined',
  ]);
  const seen = endpoints.queued();
  assert.deepEqual(
    seen.map(({ body }) => body),
    ['good', 'good too'],
  );
  assert.equal(answer.body.items?.at(-1)?.['index']?._id, seen[1]?.rowId);
});

test('a body that cannot be told into items is refused as a whole', async (t) => {
  const endpoints = await startIngest(t);
  const good = lines({ create: {} }, { message: 'good' });
  for (const body of [
    '',
    '\n\n',
    `${good}nonsense\n`,
    `${good}{"create":{}}\n`,
    `${good}{"create":{},"index":{}}\n{}\n`,
    `${good}{"create":5}\n{}\n`,
    `${good}{"constructor":{}}\n{}\n`,
  ]) {
    const answer = await call(endpoints, 'POST /_bulk', body);
    assert.deepEqual(
      [answer.status, answer.body.error?.type],
      [400, 'illegal_argument_exception'],
      body,
    );
  }
  assert.deepEqual(endpoints.queued(), []);
});

test('shippers get the answers they ask for first', async (t) => {
  const endpoints = await startIngest(t);
  for (const path of ['', '/']) {
    const info = await call(endpoints, `GET /elasticsearch${path}`);
    assert.match(JSON.stringify(info.body['version']), /"number":"8\./);
    assert.equal(info.headers.get('x-elastic-product'), 'Elasticsearch');
  }
  assert.equal((await call(endpoints, 'HEAD /elasticsearch')).status, 200);
  const license = await call(endpoints, 'GET /elasticsearch/_license?human=false');
  assert.equal((license.body['license'] as { status: string }).status, 'active');
  assert.equal((await call(endpoints, 'GET /elasticsearch/_xpack')).status, 200);
  assert.equal(
    (await call(endpoints, 'GET /elasticsearch/_cluster/health')).body['status'],
    'green',
  );
  for (const path of ['_index_template/filebeat-8', '_ilm/policy/filebeat']) {
    assert.equal((await call(endpoints, `HEAD /elasticsearch/${path}`)).status, 200);
    assert.equal((await call(endpoints, `GET /elasticsearch/${path}`)).status, 200);
    const made = await call(endpoints, `PUT /elasticsearch/${path}`, '{"a":1}');
    assert.deepEqual(made.body, { acknowledged: true });
  }
});

test('a key is taken plain, as an API key with an id, and as a password', async (t) => {
  const endpoints = await startIngest(t);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  for (const authorization of [
    `ApiKey ${endpoints.key}`,
    `ApiKey ${base64(`id:${endpoints.key}`)}`,
    `Basic ${base64(`elastic:${endpoints.key}`)}`,
    `Bearer ${endpoints.key}`,
  ]) {
    const info = await call(endpoints, 'GET /elasticsearch', undefined, { authorization });
    assert.equal(info.status, 200, authorization);
  }
});

test('refusals come in Elasticsearch’s own form', async (t) => {
  const endpoints = await startIngest(t, { rates: { ingest: 2 } });
  const body = lines({ create: {} }, { message: 'x' });
  const post = (authorization: string, sent: string = body): Promise<Answer> =>
    call(endpoints, 'POST /_bulk', sent, { authorization });
  const own = `ApiKey ${endpoints.key}`;
  const typeOf = (answer: Answer): unknown[] => [answer.status, answer.body.error?.type];

  assert.deepEqual(typeOf(await post('ApiKey nonsense')), [401, 'security_exception']);
  const reader = `ApiKey ${await endpoints.newKey('read-only')}`;
  assert.deepEqual(typeOf(await post(reader)), [403, 'security_exception']);
  const large = await post(own, 'x'.repeat(LIMITS.http.bodyBytesMax + 1));
  assert.deepEqual(typeOf(large), [413, 'content_too_long_exception']);
  assert.equal(large.headers.get('x-elastic-product'), 'Elasticsearch');
  endpoints.fillQueue();
  const full = await post(own);
  assert.deepEqual(typeOf(full), [429, 'es_rejected_execution_exception']);
  assert.equal(full.headers.get('retry-after'), '1');
  assert.deepEqual(typeOf(await post(own)), [429, 'es_rejected_execution_exception']);
});
