/** Pipelines between a real endpoint and a real queue, set up over the API as people do it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startIngest } from '../../../test/support/ingest/start-ingest.ts';
import { pipelineNeeds } from '../../../test/support/ingest/start-pipelines.ts';
import { pipelineRoutes } from './routes.ts';

async function start(t: TestContext) {
  const endpoints = await startIngest(t, {
    mount: (app, access) => pipelineRoutes(app, pipelineNeeds(access)),
  });
  const admin = await endpoints.newKey('full-access');
  const post = async (path: string, body: unknown, key = endpoints.key) => {
    const answer = await fetch(endpoints.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as { data: Accepted } };
  };
  const create = async (pipeline: object): Promise<void> => {
    const { status, body } = await post('/api/v1/pipelines', pipeline, admin);
    assert.equal(status, 201, JSON.stringify(body));
  };
  return { ...endpoints, post, create };
}

interface Accepted {
  readonly accepted: number;
  readonly dropped?: number;
  readonly ids?: readonly string[];
}

test('events are parsed, masked, moved and dropped before they are queued', async (t) => {
  const { post, create, queued } = await start(t);
  await create({
    name: 'Shop',
    match: 'source=shop',
    steps: [
      { kind: 'parse_json' },
      { kind: 'extract_level', field: 'severity' },
      { kind: 'mask', fields: ['*'], what: ['email'] },
      { kind: 'route', index: 'apps' },
    ],
  });
  await create({ name: 'Noise', match: 'healthz', steps: [{ kind: 'drop' }] });

  const answer = await post('/api/v1/logs', [
    { event: '{"user":"ada@example.com","severity":"WARNING"}', source: 'shop' },
    { event: 'GET /healthz 200', source: 'web' },
    { event: 'plain', source: 'shop' },
    { event: 'other', source: 'db' },
  ]);

  const { accepted, dropped, ids } = answer.body.data;
  assert.deepEqual([answer.status, accepted, dropped, ids], [202, 4, 1, undefined]);
  const [json, plain, other, ...more] = queued();
  assert.deepEqual(
    [json?.index, json?.retentionDays, json?.level, json?.body, json?.attributes],
    [
      'apps',
      7,
      'warn',
      '{"user":"[email]","severity":"WARNING"}',
      { user: '[email]', severity: 'WARNING' },
    ],
  );
  assert.deepEqual([plain?.index, plain?.body], ['apps', 'plain']);
  assert.match(plain?.attributes['_pipeline_error'] ?? '', /^Shop: parse_json \(1\): .*; Shop: ex/);
  assert.deepEqual([other?.index, other?.attributes], ['main', {}]);
  assert.deepEqual(more, []);
});

test('a request of which nothing is left is accepted, and nothing is queued', async (t) => {
  const { post, create, queued } = await start(t);
  await create({ name: 'All', steps: [{ kind: 'drop' }] });

  const answer = await post('/api/v1/logs/batch', { events: [{ event: 'a' }, { event: 'b' }] });

  const { accepted, dropped } = answer.body.data;
  assert.deepEqual([answer.status, accepted, dropped], [202, 2, 2]);
  assert.deepEqual(queued(), []);
});

test('without pipelines, and where none matches, all is as sent', async (t) => {
  const { post, create, queued } = await start(t);

  const before = await post('/api/v1/logs', { event: 'a', x: 1 });
  await create({ name: 'Other', match: 'source=other', steps: [{ kind: 'drop' }] });
  const after = await post('/api/v1/logs', { event: 'a', x: 1 });

  assert.equal(before.body.data.ids?.length, 1);
  assert.equal(after.body.data.ids?.length, 1);
  const [first, second] = queued();
  assert.deepEqual(first?.attributes, { x: '1' });
  assert.deepEqual(second?.attributes, first?.attributes);
});

test('names that are something in JavaScript pass the whole way', async (t) => {
  const { post, create, queued } = await start(t);
  await create({
    name: 'J',
    steps: [
      { kind: 'parse_json' },
      { kind: 'rename', from: 'constructor', to: 'hasOwnProperty', isOptional: true },
      { kind: 'set', field: '__proto__', value: 'x {hasOwnProperty}' },
    ],
  });

  const body = '{"event":"{\\"__proto__\\":{\\"polluted\\":1},\\"constructor\\":\\"c\\"}"}';
  await post('/api/v1/logs', JSON.parse(body));

  const [seen] = queued();
  assert.deepEqual(
    new Map(Object.entries(seen?.attributes ?? {})),
    new Map([
      ['__proto__', 'x c'],
      ['__proto__.polluted', '1'],
      ['hasOwnProperty', 'c'],
    ]),
  );
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('the other endpoints pass through the same pipelines', async (t) => {
  const { url, key, create, queued } = await start(t);
  await create({ name: 'P', match: 'service_name=checkout', steps: [{ kind: 'parse_key_value' }] });

  const answer = await fetch(`${url}/loki/api/v1/push`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      streams: [
        { stream: { service_name: 'checkout' }, values: [[`${Date.now()}000000`, 'order=7 ok']] },
      ],
    }),
  });

  assert.equal(answer.status, 204);
  assert.equal(queued()[0]?.attributes['order'], '7');
});
