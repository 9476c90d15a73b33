/** Every endpoint for events, without a server: which there are, and what they answer without taking anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FOOTER_BYTES } from '../../base/queue-payload.ts';
import type { App } from '../../http/app.ts';
import type { Reply } from '../../http/gate.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import type { IngestNeeds, QueuedEvents } from './accept-events.ts';
import {
  HEALTH_ANSWER,
  INFO,
  LICENSE_ANSWER,
  XPACK_ANSWER,
} from './elasticsearch/elastic-answers.ts';
import type { BodyToRead } from './reading/event-reader.ts';
import { ingestRoutes } from './routes.ts';
import { setReceiptHeaders } from './set-receipt-headers.ts';

interface Route {
  readonly method: string;
  readonly url: string;
  readonly config: { readonly errorForm?: (...given: readonly unknown[]) => unknown };
  readonly handler: (request: unknown, reply: unknown) => Promise<unknown>;
}

const ACTOR = { organization: 'org_a', who: { kind: 'api_key', name: 'shipper' } };

function mounted(needs = {} as IngestNeeds): Route[] {
  const routes: Route[] = [];
  const app = { route: (route: Route) => routes.push(route) } as unknown as App;
  ingestRoutes(app, needs);
  return routes;
}

/** What an error of an endpoint looks like: a word that only its protocol has. */
function formOf({ config }: Route): string {
  if (config.errorForm === undefined) return 'own';
  const usual = { status: 400, headers: {}, body: '' };
  const error = { code: 'VALIDATION_ERROR', message: 'why', facts: {} };
  const request = { headers: {}, mediaType: 'application/json' };
  const { body } = config.errorForm(error, usual, request) as { body: string };
  if (body === 'why\n') return 'loki';
  if (body.includes('root_cause')) return 'elastic';
  return body.includes('Invalid data format') ? 'hec' : 'otlp';
}

test('each protocol has its endpoints, and its own form of errors', () => {
  assert.deepEqual(
    mounted().map((route) => `${route.method} ${route.url} ${formOf(route)}`),
    [
      'POST /api/v1/logs own',
      'POST /api/v1/logs/batch own',
      'POST /v1/logs otlp',
      'POST /services/collector/event hec',
      'POST /services/collector hec',
      'POST /services/collector/event/1.0 hec',
      'POST /services/collector/raw hec',
      'POST /services/collector/raw/1.0 hec',
      'GET /services/collector/health own',
      'GET /services/collector/health/1.0 own',
      'POST /elasticsearch/_bulk elastic',
      'POST /_bulk elastic',
      'POST /elasticsearch/:index/_bulk elastic',
      'POST /:index/_bulk elastic',
      'GET /elasticsearch elastic',
      'GET /elasticsearch/ elastic',
      'GET /elasticsearch/_license elastic',
      'GET /elasticsearch/_xpack elastic',
      'GET /elasticsearch/_cluster/health elastic',
      'PUT /elasticsearch/_index_template/:name elastic',
      'PUT /elasticsearch/_ilm/policy/:name elastic',
      'GET /elasticsearch/_index_template/:name elastic',
      'GET /elasticsearch/_ilm/policy/:name elastic',
      'POST /loki/api/v1/push loki',
    ],
  );
});

test('a body in another form is refused at the endpoint', async () => {
  for (const url of ['/api/v1/logs', '/api/v1/logs/batch', '/loki/api/v1/push', '/v1/logs']) {
    const endpoint = mounted().find((route) => route.url === url) ?? assert.fail(url);
    const request = { mediaType: 'text/plain', query: {}, headers: {} };
    const reply = { code: () => reply, send: () => reply, header: () => reply, type: () => reply };

    await assert.rejects(async () => endpoint.handler(request, reply), {
      code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    });
  }
});

test('the JSON endpoints answer 202 with what was taken, each form read as what it is', async () => {
  const taken: unknown[] = [];
  const needs = {
    queue: {
      append: async () => 1n,
      depth: () => ({ events: 0, bytes: 0, byOrganization: new Map() }),
      nodes: () => 1,
      isSpilling: () => false,
    },
    cache: { get: () => new Map() },
    clock: { now: () => 5 },
    limits: { ingest: LIMITS.ingest },
    reader: {
      read: ({ form, index, body }: BodyToRead) => {
        taken.push([form.kind, index, String(body)]);
        const payload = new Uint8Array(FOOTER_BYTES);
        const batch = { payload, sentBytes: 1, accepted: 1, queued: 1, idOf: () => 'id' };
        return { batch, refusals: [], items: [] };
      },
    },
    noteDepth: () => {},
    quota: { verdict: () => 'open', note: () => {} },
    receipts: { write: () => 'r1' },
  } as unknown as IngestNeeds;
  const answers: unknown[] = [];
  const reply = {
    code: (status: number) => ({ send: (body: unknown) => answers.push([status, body]) }),
  };
  const send = async (url: string, mediaType: string, query: object = {}): Promise<void> => {
    const endpoint = mounted(needs).find((route) => route.url === url);
    const request = { mediaType, query, headers: {}, body: Buffer.from('b'), actor: ACTOR };
    await endpoint?.handler(request, reply);
  };

  await send('/api/v1/logs', 'application/json');
  await send('/api/v1/logs/batch', 'application/x-ndjson', { index: 'apps' });
  await send('/api/v1/logs', 'application/jsonl');
  await send('/api/v1/logs', 'application/x-jsonlines');

  assert.deepEqual(taken, [
    ['json', 'main', 'b'],
    ['ndjson', 'apps', 'b'],
    ['ndjson', 'main', 'b'],
    ['ndjson', 'main', 'b'],
  ]);
  const answer = [202, { data: { accepted: 1, receipt: 'r1', ids: ['id'] } }];
  assert.deepEqual(answers, [answer, answer, answer, answer]);
});

test('shippers of Elasticsearch are greeted, each answer with the name of the product', async () => {
  const answers: Record<string, unknown> = {};
  for (const route of mounted()) {
    if (formOf(route) !== 'elastic' || route.url.includes('_bulk')) continue;
    const sent: unknown[] = [];
    const reply = { headers: (headers: unknown) => sent.push(headers) };
    answers[`${route.method} ${route.url}`] = await route.handler(
      { params: { name: 'logs' } },
      reply,
    );
    assert.deepEqual(sent, [{ 'x-elastic-product': 'Elasticsearch' }], route.url);
  }
  assert.deepEqual(answers, {
    'GET /elasticsearch': INFO,
    'GET /elasticsearch/': INFO,
    'GET /elasticsearch/_license': LICENSE_ANSWER,
    'GET /elasticsearch/_xpack': XPACK_ANSWER,
    'GET /elasticsearch/_cluster/health': HEALTH_ANSWER,
    'PUT /elasticsearch/_index_template/:name': { acknowledged: true },
    'PUT /elasticsearch/_ilm/policy/:name': { acknowledged: true },
    'GET /elasticsearch/_index_template/:name': {
      index_templates: [{ name: 'logs', index_template: { index_patterns: ['logs*'] } }],
    },
    'GET /elasticsearch/_ilm/policy/:name': { logs: { version: 1, policy: { phases: {} } } },
  });
});

test('the collector of Splunk says that it is well', async () => {
  const endpoints = mounted().filter(
    ({ url }) => url.includes('/health') && url.includes('collector'),
  );

  assert.equal(endpoints.length, 2);
  for (const { handler } of endpoints) {
    assert.deepEqual(await handler({}, {}), { code: 17, text: 'HEC is healthy' });
  }
});

test('headers tell the receipt, and that events are held back', () => {
  const reported = (queued: Partial<QueuedEvents> | undefined) => {
    const headers: string[] = [];
    const reply = { header: (name: string, value: string) => headers.push(`${name}: ${value}`) };
    setReceiptHeaders(reply as unknown as Reply, queued as QueuedEvents | undefined);
    return headers;
  };

  assert.deepEqual(reported(undefined), []);
  assert.deepEqual(reported({ receipt: 'r1', isHeld: false }), ['x-receipt: r1']);
  assert.deepEqual(reported({ receipt: 'r1', isHeld: true }), [
    'x-receipt: r1',
    'x-throttled: true',
  ]);
});
