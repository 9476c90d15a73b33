import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Endpoint } from '../contract/endpoint.ts';
import { dataOf, fields, PAGE_QUERY } from '../contract/schema.ts';
import { LIMITS } from '../spec/limits.ts';
import { openApiDocument, type Operation } from './openapi.ts';

const Thing = Type.Object({ id: Type.String(), size: Type.Integer() }, { title: 'Thing' });

const changeThing = {
  method: 'PATCH',
  url: '/api/v1/things/:id/parts/:part',
  config: { permission: 'logs:read', rate: 'logs', body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'Change a thing',
    description: 'A little.',
    params: fields({ id: Type.String({ description: 'Which.' }), part: Type.String() }),
    querystring: fields({ ...PAGE_QUERY, dryRun: Type.Boolean() }),
    body: fields({ size: Type.Integer() }),
    response: { 200: dataOf(Thing), 202: dataOf(Type.Array(Thing)) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params: { id: 'thg_1', part: 'a' },
      query: { dryRun: 'true' },
      body: { size: 3 },
      answer: { data: { id: 'thg_1', size: 3 } },
    },
  },
} as const satisfies Endpoint;

function operationOf(endpoint: Endpoint): Operation {
  const { paths } = openApiDocument({ endpoint }, '1.2.3');
  const [operations] = Object.values(paths);
  const [operation] = Object.values(operations ?? {});
  return operation ?? assert.fail('the endpoint is not in the document');
}

test('an endpoint becomes an operation with parameters, body, answers and examples', () => {
  const document = openApiDocument({ changeThing }, '1.2.3');

  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '1.2.3');
  const operation = document.paths['/api/v1/things/{id}/parts/{part}']?.['patch'];
  assert.equal(operation?.operationId, 'changeThing');
  assert.deepEqual(
    operation.parameters?.map(({ name, in: place, required, example }) => [
      name,
      place,
      required,
      example,
    ]),
    [
      ['id', 'path', true, 'thg_1'],
      ['part', 'path', true, 'a'],
      ['limit', 'query', false, undefined],
      ['cursor', 'query', false, undefined],
      ['dryRun', 'query', true, true],
    ],
  );
  assert.equal(operation.parameters?.[0]?.description, 'Which.');
  assert.equal(operation.parameters?.[2]?.schema.default, LIMITS.http.pageRowsDefault);
  assert.equal(operation.parameters?.[2]?.schema.maximum, LIMITS.http.pageRowsMax);
  assert.deepEqual(operation.requestBody?.content['application/json']?.example, { size: 3 });
  assert.deepEqual(operation.responses['200']?.content?.['application/json'], {
    schema: {
      type: 'object',
      required: ['data'],
      properties: { data: { $ref: '#/components/schemas/Thing' } },
    },
    example: { data: { id: 'thg_1', size: 3 } },
  });
  assert.equal(document.components.schemas['Thing']?.type, 'object');
  assert.deepEqual(operation['x-rate-limit'], { perMinute: 100, per: 'organization' });
});

test('errors are those of its kind and its own, grouped by status', () => {
  const { responses } = operationOf(changeThing);

  assert.deepEqual(Object.keys(responses), [
    '200',
    '202',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    '500',
  ]);
  assert.match(responses['409']?.description ?? '', /^`CONFLICT`: /);
  const content = responses['401']?.content?.['application/json'];
  assert.deepEqual(content?.schema, { $ref: '#/components/schemas/Error' });
});

test('security follows from who can hold the permission', () => {
  const schemes = (config: Endpoint['config']): string[] =>
    operationOf({ ...changeThing, config }).security.flatMap((one) => Object.keys(one));

  assert.deepEqual(schemes({ permission: 'public', rate: 'none', body: 'none' }), []);
  assert.deepEqual(schemes({ permission: 'session', rate: 'none', body: 'none' }), ['session']);
  assert.deepEqual(schemes({ permission: 'operator', rate: 'none', body: 'none' }), [
    'operatorToken',
  ]);
  assert.deepEqual(schemes({ permission: 'logs:read', rate: 'none', body: 'none' }), [
    'apiKey',
    'apiKeyHeader',
    'accessToken',
    'session',
  ]);
  assert.deepEqual(schemes({ permission: 'billing:manage', rate: 'none', body: 'none' }), [
    'session',
  ]);
  assert.deepEqual(
    schemes({
      permission: 'evaluations:run',
      rate: 'none',
      credentials: ['access_token'],
      body: 'none',
    }),
    ['accessToken'],
  );
});

test('a raw body is shown with each content type it may have', () => {
  const operation = operationOf({
    ...changeThing,
    schema: { tags: [], summary: 'Send', response: { 204: Type.Null() } },
    docs: {
      accepts: { 'application/json': Type.Array(Thing), 'application/x-ndjson': Type.String() },
      example: { body: [{ id: 'a', size: 1 }] },
    },
  });

  const content = operation.requestBody?.content ?? {};
  assert.deepEqual(Object.keys(content), ['application/json', 'application/x-ndjson']);
  assert.deepEqual(content['application/json']?.example, [{ id: 'a', size: 1 }]);
  assert.equal(operation.responses['204']?.content, undefined);
});

test('one title for two different things is refused', () => {
  const Other = Type.Object({ id: Type.Integer() }, { title: 'Thing' });
  const other: Endpoint = {
    ...changeThing,
    url: '/other',
    schema: { ...changeThing.schema, response: { 200: Other } },
  };

  assert.throws(() => openApiDocument({ changeThing, other }, '1'), /title Thing/);
});

test('answers have their headers, and streams their events', () => {
  const { responses } = operationOf({
    ...changeThing,
    docs: {
      ...changeThing.docs,
      headers: ['X-Receipt'],
      stream: { result: { when: 'At the end.', data: Thing } },
    },
  });

  const named = (status: string): string[] => Object.keys(responses[status]?.headers ?? {});
  assert.deepEqual(named('200'), [
    'X-Request-Id',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'X-Receipt',
  ]);
  assert.deepEqual(named('401'), ['X-Request-Id']);
  assert.ok(named('429').includes('Retry-After'));
  assert.deepEqual(responses['200']?.headers['Retry-After'], {
    $ref: '#/components/headers/Retry-After',
  });
  assert.deepEqual(Object.keys(responses['200']?.content ?? {}), [
    'application/json',
    'text/event-stream',
  ]);
  assert.deepEqual(responses['200']?.content?.['text/event-stream']?.['x-events'], {
    result: { description: 'At the end.', schema: { $ref: '#/components/schemas/Thing' } },
  });
});

test('a list with a schema for each place is written as OpenAPI has it', () => {
  const Pair = Type.Tuple([Type.String(), Type.Integer()]);
  const { responses } = operationOf({
    ...changeThing,
    schema: { ...changeThing.schema, response: { 200: Pair } },
  });

  const schema = responses['200']?.content?.['application/json']?.schema;
  assert.deepEqual(schema, {
    type: 'array',
    minItems: 2,
    maxItems: 2,
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
  });
});
