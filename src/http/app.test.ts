import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { AppError } from '../base/errors.ts';
import { silentLog } from '../base/log.ts';
import { silentMetrics } from '../base/metrics.ts';
import { fields } from '../contract/schema.ts';
import { ERROR_CODES } from '../spec/codes.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { sendRaw } from '../../test/support/http/raw-http.ts';
import { startHttp } from '../../test/support/http/start-http.ts';
import { createApp, type App } from './app.ts';

const PUBLIC = { permission: 'public', rate: 'none', body: 'none' } as const;

function mount(app: App): void {
  app.route({
    method: 'POST',
    url: '/things/:id',
    config: { ...PUBLIC, body: 'management' },
    schema: {
      body: fields({
        name: Type.String({ minLength: 1, maxLength: 10 }),
        count: Type.Optional(Type.Integer({ default: 7 })),
        parts: Type.Optional(Type.Array(fields({ id: Type.String() }))),
      }),
      querystring: fields({ limit: Type.Optional(Type.Integer({ minimum: 1, default: 3 })) }),
      response: { 200: Type.Object({ data: Type.Unknown() }) },
    },
    handler: async (request) => ({
      data: { id: request.params, body: request.body, query: request.query },
    }),
  });
  app.route({
    method: 'GET',
    url: '/things/:id',
    config: PUBLIC,
    schema: { response: { 200: Type.Object({ data: Type.String() }) } },
    handler: async () => ({ data: 'one', secretHash: 'must not leave' }),
  });
  app.route({
    method: 'POST',
    url: '/fail/:how',
    config: PUBLIC,
    handler: async (request) => {
      throw failureNamed((request.params as { how: string }).how);
    },
  });
}

const FAILURES: Readonly<Record<string, Error>> = {
  defect: new TypeError('secret_table has no column x'),
  plan: new AppError('PLAN_LIMIT_REACHED', 'No more.', {
    fields: { limit: 5, resource: 'apiKeys', plan: 'free' },
  }),
  full: new AppError('QUEUE_FULL', 'The queue is full.'),
  wait: new AppError('RATE_LIMITED', 'Slow down.', { retryAfterSeconds: 1.2 }),
  store: new AppError('STORAGE_UNAVAILABLE', 'Away.', {}, new Error('ECONNREFUSED')),
  credential: new AppError('UNAUTHORIZED', 'Who are you?'),
  many: new AppError('VALIDATION_ERROR', 'Many problems.', {
    details: Array.from({ length: LIMITS.http.detailsMax + 1 }, (_, index) => ({
      path: `rows.${index}`,
      message: 'Must be text.',
    })),
  }),
};

function failureNamed(name: string): Error {
  return FAILURES[name] ?? new Error(`no failure is called ${name}`);
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('an endpoint without a permission, a rate or a word about its body does not mount', () => {
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
  const mountWith = (config: Partial<typeof PUBLIC>): void =>
    void app.route({ method: 'GET', url: '/open', config, handler: async () => ({}) });

  assert.throws(() => mountWith({}), /GET \/open has no permission/);
  assert.throws(() => mountWith({ permission: 'public' }), /GET \/open has no rate/);
  assert.throws(() => mountWith({ permission: 'public', rate: 'none' }), /GET \/open has no body/);
});

test('an endpoint whose schema has a body says how large it is, and no other does', () => {
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
  const body = fields({ name: Type.String() });
  const handler = async () => ({});

  for (const kind of ['none', 'ignored'] as const) {
    const route = {
      method: 'POST',
      url: '/x',
      config: { ...PUBLIC, body: kind },
      handler,
    } as const;
    assert.throws(() => app.route({ ...route, schema: { body } }), /its schema does not/);
  }
  for (const kind of ['account', 'management'] as const) {
    const route = {
      method: 'POST',
      url: '/x',
      config: { ...PUBLIC, body: kind },
      handler,
    } as const;
    assert.throws(() => app.route(route), /its schema does not/);
  }
});

test('a body object that does not say what happens to unknown fields does not mount', () => {
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
  const lax = Type.Object({ name: Type.String() });

  for (const body of [lax, fields({ inner: Type.Array(lax) }), Type.Union([lax, Type.Null()])]) {
    const config = { ...PUBLIC, body: 'management' } as const;
    const route = { method: 'POST', url: '/x', config, schema: { body } } as const;
    assert.throws(() => app.route({ ...route, handler: async () => ({}) }), /unknown fields/);
  }
});

test('a valid request passes, with defaults filled in and the query read as numbers', async (t) => {
  const { url } = await startHttp(t, mount);

  const plain = await post(`${url}/things/a`, { name: 'x' });
  const full = await post(`${url}/things/b?limit=20`, {
    name: 'x',
    count: 1,
    parts: [{ id: 'p' }],
  });

  assert.equal(plain.status, 200);
  assert.deepEqual(await plain.json(), {
    data: { id: { id: 'a' }, body: { name: 'x', count: 7 }, query: { limit: 3 } },
  });
  assert.deepEqual(await full.json(), {
    data: {
      id: { id: 'b' },
      body: { name: 'x', count: 1, parts: [{ id: 'p' }] },
      query: { limit: 20 },
    },
  });
});

test('every problem of the input is named with its path, and nothing is dropped or converted', async (t) => {
  const { url } = await startHttp(t, mount);

  const answer = await post(`${url}/things/a`, {
    nmae: 'x',
    count: '5',
    parts: [{ id: 'ok' }, { id: 1, extra: true }],
  });

  assert.equal(answer.status, 400);
  const body = (await answer.json()) as { error: string; code: string; details: unknown };
  assert.equal(body.code, 'VALIDATION_ERROR');
  assert.deepEqual(body.details, [
    { path: 'name', message: 'This field is required.' },
    { path: 'nmae', message: 'Unknown field. Did you mean "name"?' },
    { path: 'count', message: 'Must be a whole number.' },
    { path: 'parts.1.id', message: 'Must be text.' },
    { path: 'parts.1.extra', message: 'Unknown field.' },
  ]);
});

test('a query that does not fit is refused', async (t) => {
  const { url } = await startHttp(t, mount);

  for (const query of ['limit=x', 'limit=1.5', 'limit=0', 'limit=1&limit=2', 'limt=1', 'limit=']) {
    const answer = await post(`${url}/things/a?${query}`, { name: 'x' });
    assert.equal(answer.status, 400, query);
    const body = (await answer.json()) as { details: { path: string }[] };
    assert.equal(body.details[0]?.path, query.split('=')[0]);
  }
});

test('an unknown address is 404, a known one with another method 405 with Allow', async (t) => {
  const { url } = await startHttp(t, mount);

  const unknown = await post(`${url}/nothing/here?q=1`, '{ not read');
  const wrongMethod = await fetch(`${url}/things/a?q=1`, { method: 'DELETE' });

  assert.equal(unknown.status, 404);
  assert.deepEqual(await unknown.json(), {
    error: 'Not found.',
    code: 'NOT_FOUND',
  });
  assert.equal(wrongMethod.status, 405);
  assert.equal(wrongMethod.headers.get('allow'), 'GET, HEAD, POST');
  assert.equal(((await wrongMethod.json()) as { code: string }).code, 'METHOD_NOT_ALLOWED');
});

test('a defect becomes 500 with a request id, tells nothing, and is logged with its stack', async (t) => {
  const { url, lines } = await startHttp(t, mount);

  const answer = await post(`${url}/fail/defect`, {});

  const text = await answer.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.equal(answer.status, 500);
  assert.equal(body['code'], 'INTERNAL');
  assert.equal(body['requestId'], answer.headers.get('x-request-id'));
  assert.doesNotMatch(text, /secret_table|TypeError|\.ts/);
  const logged = lines.filter((line) => line['level'] === 'error');
  assert.equal(logged.length, 1);
  assert.equal(logged[0]?.['requestId'], body['requestId']);
  assert.match(JSON.stringify(logged[0]), /secret_table has no column x.*app\.test\.ts/);
});

test('headers of a handler that broke do not leave, not even impossible ones', async (t) => {
  const { url } = await startHttp(t, (app) => {
    app.route({
      method: 'GET',
      url: '/broken/:how',
      config: PUBLIC,
      handler: async (request, reply) => {
        const isSent = (request.params as { how: string }).how === 'sent';
        reply.header('set-cookie', 'a=b').header('x-odd', isSent ? 'a\nb' : 'a');
        if (!isSent) throw new Error('broken');
        return {};
      },
    });
  });

  for (const how of ['thrown', 'sent']) {
    const answer = await fetch(`${url}/broken/${how}`);
    assert.equal(((await answer.json()) as { code: string }).code, 'INTERNAL');
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.equal(answer.headers.get('x-odd'), null);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(answer.headers.get('x-request-id'));
  }
});

test('an AppError keeps its code, its fields and its wait', async (t) => {
  const { url } = await startHttp(t, mount);
  const [plan, full, wait, store, credential] = await Promise.all(
    ['plan', 'full', 'wait', 'store', 'credential'].map((how) => post(`${url}/fail/${how}`, {})),
  );

  assert.equal(plan?.status, ERROR_CODES.PLAN_LIMIT_REACHED.status);
  assert.deepEqual(await plan?.json(), {
    error: 'No more.',
    code: 'PLAN_LIMIT_REACHED',
    limit: 5,
    resource: 'apiKeys',
    plan: 'free',
  });
  const byDefault = String(LIMITS.http.retryAfterMsDefault / 1_000);
  assert.equal(full?.headers.get('retry-after'), byDefault);
  assert.equal(wait?.headers.get('retry-after'), '2');
  assert.equal(store?.headers.get('retry-after'), byDefault);
  assert.equal(credential?.headers.get('www-authenticate'), 'Bearer realm="xplain"');
  assert.equal(plan?.headers.get('retry-after'), null);
});

test('a failing engine is logged with its cause, what callers did wrong is not', async (t) => {
  const { url, lines } = await startHttp(t, mount);

  await post(`${url}/fail/store`, {});
  await post(`${url}/fail/plan`, {});

  const warnings = lines.filter((line) => line['level'] === 'warn');
  assert.equal(warnings.length, 1);
  assert.match(JSON.stringify(warnings[0]), /STORAGE_UNAVAILABLE.*ECONNREFUSED/);
});

test('at most the allowed number of problems is listed, and the answer says so', async (t) => {
  const { url } = await startHttp(t, mount);

  const answer = await post(`${url}/fail/many`, {});

  const body = (await answer.json()) as { error: string; details: unknown[] };
  assert.equal(body.details.length, LIMITS.http.detailsMax);
  assert.match(body.error, /The first 100 are listed/);
});

test('only declared fields of an answer leave the house', async (t) => {
  const { url } = await startHttp(t, mount);

  const answer = await fetch(`${url}/things/a`);

  assert.deepEqual(await answer.json(), { data: 'one' });
});

test('a sane request id of the caller is kept, any other replaced', async (t) => {
  const { url } = await startHttp(t, mount);
  const idFor = async (given: string): Promise<string | null> => {
    const answer = await fetch(`${url}/things/a`, { headers: { 'x-request-id': given } });
    return answer.headers.get('x-request-id');
  };
  const longest = 'a'.repeat(LIMITS.http.requestIdCharactersMax);

  assert.equal(await idFor('abc-123.4:5_6'), 'abc-123.4:5_6');
  assert.equal(await idFor(longest), longest);
  for (const odd of [`${longest}a`, 'a b', '<script>', 'ü', '"', '-a']) {
    assert.match((await idFor(odd)) ?? '', /^req_[0-9A-Za-z]{11,}$/);
  }
  assert.notEqual(await idFor(' '), await idFor(' '));
});

test('every answer carries the security headers and never says what serves it', async (t) => {
  const { url } = await startHttp(t, mount, { isHttps: true });
  const answers = [
    await fetch(`${url}/things/a`),
    await fetch(`${url}/nothing`),
    await fetch(`${url}/%zz`),
    await post(`${url}/fail/defect`, {}),
  ];

  for (const { headers } of answers) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; frame-ancestors 'none'",
    );
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{8}/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.ok(headers.get('x-request-id'));
    assert.equal(headers.get('server'), null);
    assert.equal(headers.get('x-powered-by'), null);
  }
});

test('without https nobody is told to come back over it', async (t) => {
  const { url } = await startHttp(t, mount);

  const answer = await fetch(`${url}/things/a`);

  assert.equal(answer.headers.get('strict-transport-security'), null);
});

test('a page may load what is ours and nothing inline', async (t) => {
  const { url } = await startHttp(t, (app) => {
    app.route({
      method: 'GET',
      url: '/page',
      config: { permission: 'public', rate: 'none', answer: 'page', body: 'none' },
      handler: async (_request, reply) => reply.type('text/html').send('<p>hello'),
    });
  });

  const answer = await fetch(`${url}/page`);

  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'self'; script-src 'self'; style-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
});

test('each request leaves one line: the route as declared, no query, no secret', async (t) => {
  const { url, lines } = await startHttp(t, mount);

  await post(
    `${url}/things/my-private-id?limit=2&token=query-secret`,
    { name: 'body-secret' },
    { authorization: 'Bearer header-secret', cookie: 'cookie-secret' },
  );

  const logged = lines.filter((line) => line['msg'] === 'request');
  assert.equal(logged.length, 1);
  const [line] = logged;
  assert.equal(line?.['route'], '/things/:id');
  assert.equal(line?.['method'], 'POST');
  assert.equal(line?.['status'], 400);
  assert.equal(line?.['bytesIn'], 22);
  assert.equal(typeof line?.['ms'], 'number');
  assert.match(String(line?.['requestId']), /^req_/);
  assert.doesNotMatch(JSON.stringify(lines), /secret|my-private-id|limit/);
});

test('a part of an address has at most 256 characters', async (t) => {
  const { url } = await startHttp(t, mount);

  assert.equal((await fetch(`${url}/things/${'a'.repeat(256)}`)).status, 200);
  assert.equal((await fetch(`${url}/things/${'a'.repeat(257)}`)).status, 404);
});

test('only a proxy that is trusted says where a request comes from', async (t) => {
  const addressWith = async (trustedProxies?: readonly string[]): Promise<unknown> => {
    const { url } = await startHttp(
      t,
      (app) => {
        const handler = async (request: { ip: string }) => ({ data: request.ip });
        app.route({ method: 'GET', url: '/ip', config: PUBLIC, handler });
      },
      trustedProxies === undefined ? {} : { trustedProxies },
    );
    const answer = await fetch(`${url}/ip`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    return ((await answer.json()) as { data: unknown }).data;
  };

  assert.equal(await addressWith(), '127.0.0.1');
  assert.equal(await addressWith([]), '127.0.0.1');
  assert.equal(await addressWith(['10.0.0.0/8']), '127.0.0.1');
  assert.equal(await addressWith(['127.0.0.0/8']), '203.0.113.7');
});

test('what has no route is logged as such, and every refusal is counted by its code', async (t) => {
  const refused: unknown[] = [];
  const counter = (name: string) => ({
    add: (value: number, labels?: object) => {
      if (name === 'xplain_http_errors_total') refused.push([value, labels]);
    },
  });
  const { url, lines } = await startHttp(t, mount, { metrics: { ...silentMetrics, counter } });

  await (await fetch(`${url}/nothing?q=secret`)).text();
  await (await post(`${url}/fail/plan`, {})).text();
  await (await fetch(`${url}/things/a`)).text();

  assert.deepEqual(refused, [
    [1, { code: 'NOT_FOUND' }],
    [1, { code: 'PLAN_LIMIT_REACHED' }],
  ]);
  assert.deepEqual(
    lines.filter(({ msg }) => msg === 'request').map(({ route, status }) => [route, status]),
    [
      ['unmatched', 404],
      ['/fail/:how', 403],
      ['/things/:id', 200],
    ],
  );
});

test('a connection is kept after an unreadable body, unless its client wants it closed', async (t) => {
  const { port } = await startHttp(t, mount);
  const send = async (header: string): Promise<string | undefined> => {
    const head = `POST /things/a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}`;
    const request = `${head}Content-Length: 1\r\n\r\n{`;
    const { answers } = await sendRaw(port, [request], { answersMax: 1 });
    assert.equal(answers[0]?.status, 400);
    return answers[0].headers.get('connection');
  };

  assert.equal(await send(''), 'keep-alive');
  assert.equal(await send('Connection: close\r\n'), 'close');
});
