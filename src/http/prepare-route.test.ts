import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { AppError } from '../base/errors.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { type RouteNeeds, routePreparation } from './prepare-route.ts';

const closing = new AbortController();
const begun: string[] = [];
const needs = {
  headers: { api: { 'x-kind': 'api' }, page: { 'x-kind': 'page' } },
  exchanges: { begin: (_request: unknown, _reply: unknown, url: string) => begun.push(url) },
  closing: closing.signal,
  limits: LIMITS.http,
} as unknown as RouteNeeds;

const OPEN = { permission: 'public', rate: 'none', body: 'none' } as const;

function prepared(change: object): RouteOptions {
  const route = {
    method: 'POST',
    url: '/x',
    config: OPEN,
    handler: () => {},
    ...change,
  } as unknown as RouteOptions;
  routePreparation(needs)(route);
  return route;
}

/** What the first hook of a list makes of a request. */
function pass(hooks: unknown, request: object): { error: unknown; headers: object } {
  const headers: Record<string, unknown> = {};
  const reply = {
    headers(given: object) {
      Object.assign(headers, given);
      return reply;
    },
    header(name: string, value: unknown) {
      headers[name] = value;
      return reply;
    },
  };
  const [first] = hooks as ((
    request: object,
    reply: object,
    done: (error?: Error) => void,
  ) => void)[];
  let error: unknown = 'nothing was said';
  first?.(request, reply, (given) => (error = given));
  return { error, headers };
}

const FINE = { id: 'req_1', raw: { headers: { host: 'here' }, httpVersion: '1.1' } };

test('an endpoint that states less than who, how often and what stops the start', () => {
  const { permission, rate, body } = OPEN;

  assert.throws(() => prepared({ config: undefined }), /POST \/x has no permission/);
  assert.throws(() => prepared({ config: { rate, body } }), /has no permission/);
  assert.throws(() => prepared({ config: { permission, body } }), /has no rate/);
  assert.throws(() => prepared({ config: { permission, rate } }), /has no body/);
});

test('an endpoint whose schema says something else of its body stops the start', () => {
  const schema = { body: { type: 'object', properties: {}, additionalProperties: false } };
  const management = { ...OPEN, body: 'management' };

  assert.throws(() => prepared({ schema }), /POST \/x says none of its body, but its schema/);
  assert.throws(() => prepared({ config: management }), /says management of its body/);
  assert.throws(() => prepared({ config: { ...OPEN, body: 'ignored' }, schema }), /says ignored/);
  prepared({ config: management, schema });
  prepared({ config: { ...OPEN, body: 'raw' }, schema });
  prepared({ config: { ...OPEN, body: 'raw' } });
});

test('an object that lets a typo pass stops the start, however deep it lies', () => {
  const config = { ...OPEN, body: 'management' };
  const lax = { type: 'object', properties: { a: { type: 'string' } } };
  const strict = (properties: object) => ({ properties, additionalProperties: false });
  const bodies: Readonly<Record<string, object>> = {
    'body must': lax,
    'body.deep must': strict({ deep: lax }),
    'body.list must': strict({ list: { type: 'array', items: lax } }),
    'body.any must': strict({ any: { anyOf: [{ type: 'string' }, lax] } }),
    'body.one must': strict({ one: { oneOf: [lax] } }),
    'body.all must': strict({ all: { allOf: [strict({}), lax] } }),
  };

  for (const [where, body] of Object.entries(bodies)) {
    assert.throws(() => prepared({ config, schema: { body } }), new RegExp(where), where);
  }
});

test('every request gets its id and the headers of its kind, and is noted by its route', () => {
  const own = () => {};
  const api = prepared({ onRequest: own });
  const page = prepared({ url: '/p', config: { ...OPEN, answer: 'page' }, onRequest: [own, own] });
  begun.length = 0;

  assert.deepEqual(pass(api.onRequest, FINE), {
    error: undefined,
    headers: { 'x-kind': 'api', 'x-request-id': 'req_1' },
  });
  assert.deepEqual(pass(page.onRequest, FINE).headers, {
    'x-kind': 'page',
    'x-request-id': 'req_1',
  });
  assert.deepEqual(begun, ['/x', '/p']);
  // Its own hooks follow.
  assert.equal((api.onRequest as unknown[]).length, 2);
  assert.equal((page.onRequest as unknown[]).length, 3);
  assert.equal((prepared({}).onRequest as unknown[]).length, 1);
});

test('every answer of a deprecated endpoint says since when, until when, and what replaces it', () => {
  const deprecated = { since: '2026-11-15', sunset: '2027-11-15' };
  const headersOf = (more: object): object =>
    pass(prepared({ config: { ...OPEN, deprecated: { ...deprecated, ...more } } }).onRequest, FINE)
      .headers;

  assert.deepEqual(headersOf({}), {
    'x-kind': 'api',
    'x-request-id': 'req_1',
    deprecation: '@1794700800',
    sunset: 'Mon, 15 Nov 2027 00:00:00 GMT',
    link: '</docs>; rel="deprecation"; type="text/html"',
  });
  const { link } = headersOf({ successor: '/api/v2/x' }) as { link: string };
  assert.match(link, /, <\/api\/v2\/x>; rel="successor-version"$/);
});

test('an endpoint that would be removed earlier than promised stops the start', () => {
  const { deprecationMsMin } = LIMITS.http;
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const since = Date.UTC(2026, 10, 15);
  const announce = (noticeMs: number): RouteOptions =>
    prepared({
      config: { ...OPEN, deprecated: { since: day(since), sunset: day(since + noticeMs) } },
    });

  announce(deprecationMsMin);
  assert.throws(() => announce(deprecationMsMin - 86_400_000), /must stay for 365 days/);
  const unread = { since: 'soon', sunset: 'later' };
  assert.throws(() => prepared({ config: { ...OPEN, deprecated: unread } }), /must stay for/);
});

test('a request without a host is refused where HTTP asks for one', () => {
  const { onRequest } = prepared({});
  const of = (httpVersion: string) =>
    pass(onRequest, { ...FINE, raw: { headers: {}, httpVersion } });

  const { error } = of('1.1');
  assert(error instanceof AppError);
  assert.deepEqual(
    [error.code, error.message],
    ['VALIDATION_ERROR', 'The request has no Host header.'],
  );
  assert.equal(of('1.0').error, undefined);
});

test('questions are made what their schema says, and defaults are filled in', () => {
  const querystring = {
    type: 'object',
    properties: { limit: { type: 'integer', default: 50 }, isNew: { type: 'boolean' } },
  };
  const body = {
    type: 'object',
    properties: { kind: { type: 'string', default: 'plain' } },
    additionalProperties: false,
  };
  const config = { ...OPEN, body: 'management' };
  const both = prepared({ config, schema: { querystring, body } });
  const request = { query: { isNew: 'true' }, body: {} };

  assert.equal(pass(both.preValidation, request).error, undefined);
  assert.deepEqual(request, { query: { isNew: true, limit: 50 }, body: { kind: 'plain' } });
  const without = { query: undefined, body: 'text' };
  assert.equal(pass(both.preValidation, without).error, undefined);
  assert.deepEqual(without, { query: undefined, body: 'text' });
  assert.equal(prepared({}).preValidation, undefined);
});

test('one thing to make or to fill in is enough', () => {
  const object = (properties: object) => ({ properties, additionalProperties: false });
  const made = (schema: object, request: object): object => {
    const config = 'body' in schema ? { ...OPEN, body: 'management' } : OPEN;
    const { preValidation } = prepared({ config, schema });
    pass(preValidation, request);
    return request;
  };

  const number = object({ limit: { type: 'integer' } });
  assert.deepEqual(made({ querystring: number }, { query: { limit: '5' } }), {
    query: { limit: 5 },
  });
  const text = object({ kind: { type: 'string', default: 'plain' } });
  assert.deepEqual(made({ querystring: text }, { query: {} }), { query: { kind: 'plain' } });
  assert.deepEqual(made({ body: text }, { body: {} }), { body: { kind: 'plain' } });
  const plain = object({ kind: { type: 'string' } });
  assert.equal(prepared({ schema: { querystring: plain } }).preValidation, undefined);
});

test('a node that stops lets nobody in', () => {
  const { onRequest } = prepared({});
  closing.abort();

  const { error } = pass(onRequest, FINE);

  assert(error instanceof AppError);
  assert.equal(error.code, 'SHUTTING_DOWN');
});
