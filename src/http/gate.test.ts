import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../base/actor.ts';
import { AppError } from '../base/errors.ts';
import { organizationId, userId } from '../base/ids.ts';
import { silentLog } from '../base/log.ts';
import { silentMetrics } from '../base/metrics.ts';
import type { EndpointConfig } from '../contract/endpoint.ts';
import { LIMITS } from '../../test/support/limits.ts';
import type { Permission } from '../spec/roles.ts';
import { startHttp } from '../../test/support/http/start-http.ts';
import { createApp, type App } from './app.ts';
import { gateFor, isOperatorsRequest, type Caller, type Guard, type Request } from './gate.ts';

const USER = {
  id: userId('usr_1'),
  email: 'a@b.c',
  sessionId: 'ses_1',
  activeOrganization: undefined,
};
const OPERATOR_TOKEN = 'operator-token-of-the-test';

function actorWith(...permissions: Permission[]): Actor {
  return {
    organization: organizationId('org_1'),
    who: { kind: 'api_key', id: 'key_1', name: 'test' },
    permissions: new Set(permissions),
    ipAddress: '127.0.0.1',
    userAgent: 'test',
  };
}

/** Knows callers by what they send as bearer; `late` answers later. */
function guardOf(callers: Readonly<Record<string, Caller>>, isLate: boolean): Guard {
  const find = (name: string): Caller => {
    const caller = callers[name];
    if (caller === undefined) throw new AppError('INVALID_PAT', 'Nobody is called that.');
    return caller;
  };
  return {
    authenticate: (request) => {
      const name = request.headers.authorization?.slice('Bearer '.length) ?? '';
      return isLate ? Promise.resolve(name).then(find) : find(name);
    },
    limitRate: (request, reply) => {
      reply.header('x-ratelimit-limit', '10');
      if (request.headers['x-many'] === undefined) return undefined;
      const error = new AppError('RATE_LIMITED', 'Too many.', { retryAfterSeconds: 7 });
      if (isLate) return Promise.reject(error);
      throw error;
    },
  };
}

function mountWith(config: EndpointConfig): (app: App) => void {
  return (app) => {
    app.route({
      method: 'POST',
      url: '/guarded',
      config,
      handler: async (request) => ({
        organization: request.caller?.actor === undefined ? null : request.actor.organization,
        user: request.caller?.user === undefined ? null : request.user.email,
      }),
    });
  };
}

async function call(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/guarded`, { method: 'POST', headers, body: 'never { read' });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, headers: answer.headers, body };
}

test('without a guard nothing but public and operator endpoints mounts', () => {
  for (const config of [
    { permission: 'logs:read', rate: 'none', body: 'none' },
    { permission: 'session', rate: 'none', body: 'none' },
    { permission: 'public', rate: 'public', body: 'none' },
  ] as const) {
    const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
    assert.throws(() => mountWith(config)(app), /nobody can authenticate|nobody counts/);
  }
  for (const permission of ['public', 'operator'] as const) {
    const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
    mountWith({ permission, rate: 'none', body: 'raw' })(app);
  }
});

test('a permission that does not exist does not mount', () => {
  const guard = guardOf({}, false);
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http, guard });
  const config = {
    permission: 'logs:reed',
    rate: 'none',
    body: 'none',
  } as unknown as EndpointConfig;

  assert.throws(() => mountWith(config)(app), /which does not exist/);
});

for (const isLate of [false, true]) {
  const when = isLate ? 'later' : 'at once';

  test(`a guard that answers ${when} decides before the body is read`, async (t) => {
    const callers = {
      writer: { actor: actorWith('logs:write') },
      reader: { actor: actorWith('logs:read') },
      visitor: { user: USER },
    };
    const needs = { guard: guardOf(callers, isLate) };
    const mount = mountWith({ permission: 'logs:write', rate: 'ingest', body: 'raw' });
    const { url, lines } = await startHttp(t, mount, needs);

    const writer = await call(url, { authorization: 'Bearer writer' });
    const reader = await call(url, { authorization: 'Bearer reader' });
    const visitor = await call(url, { authorization: 'Bearer visitor' });
    const nobody = await call(url);
    const often = await call(url, { authorization: 'Bearer writer', 'x-many': 'yes' });

    assert.equal(writer.status, 200);
    assert.equal(writer.body['organization'], 'org_1');
    assert.equal(writer.headers.get('x-ratelimit-limit'), '10');
    assert.deepEqual([reader.status, reader.body['code']], [403, 'INSUFFICIENT_SCOPE']);
    assert.deepEqual([visitor.status, visitor.body['code']], [401, 'UNAUTHORIZED']);
    assert.deepEqual([nobody.status, nobody.body['code']], [401, 'INVALID_PAT']);
    assert.deepEqual([often.status, often.body['code']], [429, 'RATE_LIMITED']);
    assert.equal(often.headers.get('retry-after'), '7');
    assert.equal(often.headers.get('x-ratelimit-limit'), '10');
    const logged = lines.filter((line) => line['msg'] === 'request');
    assert.equal(logged[0]?.['organization'], 'org_1');
    assert.equal(logged[3]?.['organization'], undefined);
  });
}

test('a person without the permission is told about the role', async (t) => {
  const who = { kind: 'user', id: userId('usr_1'), email: 'a@b.c', role: 'viewer' } as const;
  const guard = guardOf({ viewer: { actor: { ...actorWith('logs:read'), who } } }, false);
  const { url } = await startHttp(
    t,
    mountWith({ permission: 'logs:write', rate: 'none', body: 'none' }),
    { guard },
  );

  const refused = await call(url, { authorization: 'Bearer viewer' });

  assert.deepEqual([refused.status, refused.body['code']], [403, 'FORBIDDEN']);
});

test('an endpoint for sessions takes a signed-in person and nobody else', async (t) => {
  const callers = {
    person: { user: USER },
    key: { actor: actorWith('logs:read') },
  };
  const guard = guardOf(callers, false);
  const mount = mountWith({ permission: 'session', rate: 'none', body: 'raw' });
  const { url } = await startHttp(t, mount, { guard });

  const person = await call(url, { authorization: 'Bearer person' });
  const key = await call(url, { authorization: 'Bearer key' });

  assert.equal(person.body['user'], 'a@b.c');
  assert.deepEqual([key.status, key.body['code']], [401, 'UNAUTHORIZED']);
});

test('a handler that asks for an actor nobody established is a defect', async (t) => {
  const { url } = await startHttp(t, (app) => {
    app.route({
      method: 'POST',
      url: '/guarded',
      config: { permission: 'public', rate: 'none', body: 'raw' },
      handler: async (request) => request.actor.organization,
    });
  });

  assert.equal((await call(url)).body['code'], 'INTERNAL');
});

test('the operator’s endpoints take the operator’s token alone', async (t) => {
  const mount = mountWith({ permission: 'operator', rate: 'none', body: 'raw' });
  const { url } = await startHttp(t, mount, { operatorToken: OPERATOR_TOKEN });

  assert.equal((await call(url, { authorization: `Bearer ${OPERATOR_TOKEN}` })).status, 200);
  for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${OPERATOR_TOKEN}`]) {
    assert.equal((await call(url, { authorization })).status, 401, authorization);
  }
});

test('without such a token they answer on this machine, but not to a proxy on it', async (t) => {
  const { url } = await startHttp(
    t,
    mountWith({ permission: 'operator', rate: 'none', body: 'raw' }),
  );

  assert.equal((await call(url)).status, 200);
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    assert.equal((await call(url, { [header]: '127.0.0.1' })).status, 401, header);
  }
});

interface Counting {
  readonly guard: Guard;
  /** What was counted, and on which row it was only looked. */
  readonly counted: string[];
}

/** Lets nobody in but by this, and counts whatever it is told to. */
function countingGuard(authenticate: () => Caller | Promise<Caller>): Counting {
  const counted: string[] = [];
  const limitRate: Guard['limitRate'] = (_request, _reply, { rate }, isLook = false) => {
    counted.push(isLook ? `look ${rate}` : rate);
  };
  return { counted, guard: { authenticate, limitRate } };
}

async function pass(
  { guard }: Counting,
  config: EndpointConfig,
  given: Record<string, unknown> = { headers: {} },
): Promise<Request> {
  const request = given as unknown as Request;
  await gateFor({ guard }, 'POST /guarded', config)?.(request, {} as never);
  return request;
}

test('who is refused is counted on the row for it, or where accounts are opened on the narrow one', async () => {
  const refusals: readonly (readonly [Error, EndpointConfig['rate'], readonly string[]])[] = [
    [new AppError('INVALID_PAT', 'Who?'), 'ingest', ['failures']],
    [new AppError('UNAUTHORIZED', 'Who?'), 'none', ['failures']],
    [new AppError('FORBIDDEN', 'No.'), 'ingest', []],
    [new AppError('UNAUTHORIZED', 'Who?'), 'auth', ['auth']],
    [new AppError('FORBIDDEN', 'No.'), 'auth', ['auth']],
    [new AppError('FORBIDDEN', 'No.'), 'session', ['session']],
    [new Error('a defect'), 'ingest', []],
    [new Error('a defect'), 'auth', []],
  ];
  for (const [error, rate, expected] of refusals) {
    const atOnce = (): never => {
      throw error;
    };
    for (const authenticate of [atOnce, async () => atOnce()]) {
      const counting = countingGuard(authenticate);
      const config: EndpointConfig = { permission: 'logs:write', rate, body: 'raw' };
      await assert.rejects(
        async () => pass(counting, config),
        (thrown) => thrown === error,
      );
      assert.deepEqual(counting.counted, expected, `${error.message} ${rate}`);
    }
  }
});

test('who is let in is counted once, on the row of the endpoint, or not at all', async () => {
  const caller = { actor: actorWith('logs:write') };
  for (const authenticate of [() => caller, async () => caller]) {
    const counting = countingGuard(authenticate);
    const request = await pass(counting, { permission: 'logs:write', rate: 'ingest', body: 'raw' });
    assert.equal(request.caller, caller);
    assert.deepEqual(counting.counted, ['ingest']);
    await pass(counting, { permission: 'logs:write', rate: 'none', body: 'raw' });
    assert.deepEqual(counting.counted, ['ingest']);
  }
  const open = countingGuard(() => assert.fail('nobody is asked who they are'));
  await pass(open, { permission: 'public', rate: 'public', body: 'none' });
  assert.deepEqual(open.counted, ['public']);
  const config = { permission: 'public', rate: 'none', body: 'none' } as const;
  assert.equal(gateFor({ guard: open.guard }, 'GET /', config), undefined);
});

test('what does the work of two calls counts as two', async () => {
  const counting = countingGuard(() => ({ actor: actorWith('logs:read') }));

  await pass(counting, { permission: 'logs:read', rate: 'logs', body: 'none', countsTwice: true });

  assert.deepEqual(counting.counted, ['logs', 'logs']);
});

test('a handler that counts itself counts what cannot be read on a row of its own', async () => {
  const counting = countingGuard(() => ({ actor: actorWith('logs:read') }));
  const config = {
    permission: 'logs:read',
    rate: 'logs',
    body: 'none',
    isCountedByHandler: true,
  } as const;
  const { countRate } = await pass(counting, config);
  assert.deepEqual(counting.counted, []);

  await countRate();
  await countRate(() => true);
  await countRate(() => false);

  assert.deepEqual(counting.counted, [
    'logs',
    'look unreadable',
    'logs',
    'look unreadable',
    'unreadable',
  ]);
});

test('what is for people takes nobody else, and what is for credentials says so', async () => {
  const key = { actor: actorWith('logs:read') };
  const person = { user: USER };
  const messageOf = async (caller: Caller, permission: EndpointConfig['permission']) => {
    const passing = pass(
      countingGuard(() => caller),
      { permission, rate: 'none', body: 'none' },
    );
    return passing.then(
      () => 'passed',
      (error: unknown) => (error instanceof Error ? error.message : 'no error'),
    );
  };
  for (const permission of ['session', 'installation'] as const) {
    assert.equal(await messageOf(person, permission), 'passed');
    assert.equal(await messageOf(key, permission), 'Sign in first.');
  }
  assert.equal(await messageOf(key, 'logs:read'), 'passed');
  assert.equal(
    await messageOf(person, 'logs:read'),
    'Send an API key or an access token, or sign in.',
  );
  assert.equal(await messageOf(key, 'logs:write'), 'This credential does not include logs:write.');
});

test('without a token the operator calls from this machine, by its name, and for nobody else', () => {
  const isOperator = (
    remoteAddress: string | undefined,
    host: string | undefined,
    headers: Record<string, string> = {},
  ): boolean =>
    isOperatorsRequest(undefined, {
      headers: { host, ...headers },
      raw: { socket: { remoteAddress } },
    } as unknown as Request);

  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) {
    assert.ok(isOperator(address, 'localhost:8080'), address);
  }
  for (const address of [
    '10.0.0.1',
    '::ffff:10.0.0.1',
    'fe80::1',
    '127.0.0.1.example',
    undefined,
  ]) {
    assert.ok(!isOperator(address, 'localhost:8080'), address);
  }
  for (const host of ['logs.example.com', undefined]) {
    assert.ok(!isOperator('127.0.0.1', host), host);
  }
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    assert.ok(!isOperator('127.0.0.1', 'localhost', { [name]: '' }), name);
  }
});

test('the token of the operator counts from anywhere, with its scheme in whatever case', () => {
  const isOperator = (authorization: string | undefined): boolean =>
    isOperatorsRequest(OPERATOR_TOKEN, { headers: { authorization } } as unknown as Request);

  assert.ok(isOperator(`Bearer ${OPERATOR_TOKEN}`));
  assert.ok(isOperator(`bearer ${OPERATOR_TOKEN}`));
  for (const other of [undefined, OPERATOR_TOKEN, `Basic ${OPERATOR_TOKEN}`, 'Bearer ']) {
    assert.ok(!isOperator(other), other);
  }
});
