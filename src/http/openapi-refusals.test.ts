import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Endpoint } from '../contract/endpoint.ts';
import { fields } from '../contract/schema.ts';
import { answerOf, type Answer } from './openapi-document.ts';
import { openApiDocument } from './openapi.ts';

const PLAIN: Endpoint = {
  method: 'GET',
  url: '/plain',
  config: { permission: 'public', rate: 'none', body: 'none' },
  schema: { tags: ['Platform'], summary: 'Ask', response: { 200: Type.String() } },
  docs: { example: {} },
};

function withSchema(schema: Partial<Endpoint['schema']>, docs: Partial<Endpoint['docs']> = {}) {
  return { ...PLAIN, schema: { ...PLAIN.schema, ...schema }, docs: { ...PLAIN.docs, ...docs } };
}

/** What the endpoint may answer, by status. */
function answersOf(endpoint: Endpoint): Record<string, Answer> {
  const document = openApiDocument({ endpoint }, '1.2.3');
  const [operations] = Object.values(document.paths);
  const [operation] = Object.values(operations ?? {});
  const responses = operation?.responses ?? assert.fail('the endpoint is not in the document');
  return Object.fromEntries(
    Object.entries(responses).map(([status, part]) => [status, answerOf(document, part)]),
  );
}

/** Every code that the document says an endpoint may answer. */
function codesOf(endpoint: Endpoint): string[] {
  return Object.values(answersOf(endpoint)).flatMap(({ description }) =>
    [...description.matchAll(/`(\w+)`: /g)].map(([, code = '']) => code),
  );
}

test('endpoints that refuse with the same codes share one answer', () => {
  const another = { ...PLAIN, url: '/another' };
  const other = { ...withSchema({ params: fields({ id: Type.String() }) }), url: '/other/:id' };
  const { paths, components } = openApiDocument({ one: PLAIN, another, other }, '1');
  const referred = Object.values(paths).map(({ get }) =>
    Object.values(get?.responses ?? {}).slice(1),
  );

  const internal = { $ref: '#/components/responses/500.INTERNAL' };
  assert.deepEqual(referred, [
    [internal],
    [
      { $ref: '#/components/responses/400.VALIDATION_ERROR' },
      { $ref: '#/components/responses/404.NOT_FOUND' },
      internal,
    ],
    [internal],
  ]);
  const names = ['400.VALIDATION_ERROR', '404.NOT_FOUND', '500.INTERNAL'];
  assert.deepEqual(Object.keys(components.responses), names);
});

test('what an endpoint can be refused with follows from what it takes, and from whom', () => {
  const body = fields({ a: Type.String() });
  const params = fields({ id: Type.String() });
  const querystring = fields({ a: Type.String() });

  assert.deepEqual(codesOf(withSchema({ querystring })), ['VALIDATION_ERROR', 'INTERNAL']);
  assert.deepEqual(codesOf(withSchema({ params })), ['VALIDATION_ERROR', 'NOT_FOUND', 'INTERNAL']);
  assert.deepEqual(codesOf(withSchema({ body })), [
    'VALIDATION_ERROR',
    'FST_ERR_CTP_BODY_TOO_LARGE',
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    'UNSUPPORTED_ENCODING',
    'INTERNAL',
  ]);
  assert.deepEqual(codesOf(withSchema({}, { accepts: { 'text/plain': Type.String() } })), [
    'VALIDATION_ERROR',
    'FST_ERR_CTP_BODY_TOO_LARGE',
    'UNSUPPORTED_ENCODING',
    'INTERNAL',
  ]);
  assert.deepEqual(codesOf(withSchema({}, { errors: ['CONFLICT'] })), ['CONFLICT', 'INTERNAL']);
});

test('who may call decides over the refusals of credentials', () => {
  const codes = (config: Partial<Endpoint['config']>): string[] =>
    codesOf({ ...PLAIN, config: { ...PLAIN.config, ...config } });
  const keys = ['API_KEY_INVALID', 'API_KEY_REVOKED', 'API_KEY_EXPIRED'];
  const tokens = ['INVALID_PAT', 'PAT_REVOKED', 'PAT_EXPIRED'];
  const roles = ['INSUFFICIENT_SCOPE', 'FORBIDDEN', 'IP_NOT_ALLOWED'];
  const expect = (config: Partial<Endpoint['config']>, ...expected: readonly string[]): void =>
    assert.deepEqual(codes(config).toSorted(), [...expected, 'INTERNAL'].toSorted());

  expect({});
  expect({ rate: 'ingest' }, 'RATE_LIMITED');
  expect({ permission: 'operator' }, 'UNAUTHORIZED', 'RATE_LIMITED');
  expect({ permission: 'session' }, 'UNAUTHORIZED', 'RATE_LIMITED');
  const refused = ['UNAUTHORIZED', 'RATE_LIMITED', ...roles];
  expect({ permission: 'logs:read' }, ...refused, ...keys, ...tokens);
  expect({ permission: 'logs:read', credentials: ['api_key'] }, ...refused, ...keys);
  expect({ permission: 'logs:read', credentials: ['access_token'] }, ...refused, ...tokens);
  expect({ permission: 'logs:read', credentials: ['session'] }, ...refused);
});

test('refusals of one status stand together, with the first as the example', () => {
  const responses = answersOf({
    ...PLAIN,
    config: { permission: 'logs:read', rate: 'logs', credentials: ['session'], body: 'none' },
  });

  const { description, headers, content } = responses['403'] ?? assert.fail('no 403');
  assert.deepEqual(
    description.split('\n\n').map((line) => line.split(':')[0]),
    ['`INSUFFICIENT_SCOPE`', '`FORBIDDEN`', '`IP_NOT_ALLOWED`'],
  );
  assert.deepEqual(Object.keys(headers), ['X-Request-Id']);
  const example = content?.['application/json']?.example as { code: string; error: string };
  assert.deepEqual(Object.keys(example), ['error', 'code']);
  assert.equal(example.code, 'INSUFFICIENT_SCOPE');
  assert.ok(description.startsWith(`\`INSUFFICIENT_SCOPE\`: ${example.error}`));
});

test('a wait is told with the refusal, and what an endpoint answers itself stays', () => {
  const errors = ['STORAGE_UNAVAILABLE'] as const;
  const refused = answersOf(withSchema({}, { errors }))['503'];
  assert.deepEqual(Object.keys(refused?.headers ?? {}), ['X-Request-Id', 'Retry-After']);

  const own = { 200: Type.String(), 503: Type.String() };
  const answered = answersOf(withSchema({ response: own }, { errors }))['503'];
  assert.equal(answered?.description, 'Service Unavailable');
});
