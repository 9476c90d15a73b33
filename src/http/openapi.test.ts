import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Endpoint } from '../contract/endpoint.ts';
import { dataOf, fields, PAGE_QUERY } from '../contract/schema.ts';
import { LIMITS } from '../spec/limits.ts';
import { answerOf, type Answer, type Operation } from './openapi-document.ts';
import { openApiDocument } from './openapi.ts';

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

interface Told extends Operation {
  readonly responses: Readonly<Record<string, Answer>>;
}

function operationOf(endpoint: Endpoint): Told {
  const document = openApiDocument({ endpoint }, '1.2.3');
  const [operations] = Object.values(document.paths);
  const [operation] = Object.values(operations ?? {});
  const reported = operation ?? assert.fail('the endpoint is not in the document');
  const responses = Object.entries(reported.responses).map(
    ([status, part]) => [status, answerOf(document, part)] as const,
  );
  return { ...reported, responses: Object.fromEntries(responses) };
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
  assert.deepEqual(operation.parameters?.[2]?.schema, { $ref: '#/components/schemas/PageSize' });
  const pageSize = document.components.schemas['PageSize'];
  assert.equal(pageSize?.default, LIMITS.http.pageRowsDefault);
  assert.equal(pageSize?.maximum, LIMITS.http.pageRowsMax);
  assert.deepEqual(operation.requestBody?.content['application/json']?.example, { size: 3 });
  assert.deepEqual(operationOf(changeThing).responses['200']?.content?.['application/json'], {
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

test('an endpoint that takes nothing from anybody is told without what it has not', () => {
  const { responses, ...others } = operationOf(PLAIN);

  assert.deepEqual(others, {
    operationId: 'endpoint',
    tags: ['Platform'],
    summary: 'Ask',
    security: [],
  });
  assert.deepEqual(responses['200'], {
    description: 'OK',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: { 'application/json': { schema: { type: 'string' } } },
  });
});

test('addresses stand in the order of the alphabet, methods from reading to deleting', () => {
  const at = (url: string, method: Endpoint['method']): Endpoint => ({ ...PLAIN, url, method });
  const { paths } = openApiDocument(
    {
      one: at('/b', 'GET'),
      two: at('/a/:id', 'DELETE'),
      three: at('/a/:id', 'PATCH'),
      four: at('/c', 'GET'),
      five: at('/a/:id', 'PUT'),
      six: at('/a/:id', 'GET'),
      seven: at('/a/:id', 'POST'),
    },
    '1',
  );

  assert.deepEqual(Object.keys(paths), ['/a/{id}', '/b', '/c']);
  const methods = Object.keys(paths['/a/{id}'] ?? {});
  assert.deepEqual(methods, ['get', 'post', 'put', 'patch', 'delete']);
  assert.equal(paths['/a/{id}']?.['put']?.operationId, 'five');
});

test('groups stand in their order, others behind them', () => {
  const { tags } = openApiDocument(
    {
      one: withSchema({ tags: ['Zoo'] }),
      two: { ...withSchema({ tags: ['Search'] }), url: '/two' },
      three: { ...withSchema({ tags: ['Ingest'] }), url: '/three' },
    },
    '1',
  );

  assert.deepEqual(tags, [
    {
      name: 'Ingest',
      description:
        'Send log events over HTTP, OTLP, or the APIs of Splunk, Elasticsearch and Loki. Acknowledged events are on disk.',
    },
    {
      name: 'Search',
      description: 'Search events and compute statistics with the query language.',
    },
    { name: 'Zoo', description: '' },
  ]);
});

test('permission and rate are told where there are any', () => {
  const { 'x-permission': permission, 'x-rate-limit': rate } = operationOf({
    ...PLAIN,
    config: { permission: 'alerts:write', rate: 'ingest', body: 'none' },
  });

  assert.equal(permission, 'alerts:write');
  assert.deepEqual(rate, { perMinute: 10_000, per: 'organization' });
  const signedIn = operationOf({
    ...PLAIN,
    config: { permission: 'session', rate: 'none', body: 'none' },
  });
  assert.equal(signedIn['x-permission'], undefined);
});

test('parameters stand in the address, the query or a header, with examples of their type', () => {
  const { parameters } = operationOf(
    withSchema(
      {
        querystring: fields({
          rounds: Type.Integer(),
          ratio: Type.Optional(Type.Number()),
          isOn: Type.Boolean(),
          text: Type.String({ description: 'Told.' }),
          name: Type.String(),
        }),
        headers: Type.Object({ 'x-own': Type.Optional(Type.String()) }),
      },
      { example: { query: { rounds: '5', ratio: '0.5', isOn: 'false', text: '5' } } },
    ),
  );

  assert.deepEqual(parameters, [
    { name: 'rounds', in: 'query', required: true, schema: { type: 'integer' }, example: 5 },
    { name: 'ratio', in: 'query', required: false, schema: { type: 'number' }, example: 0.5 },
    { name: 'isOn', in: 'query', required: true, schema: { type: 'boolean' }, example: false },
    {
      name: 'text',
      in: 'query',
      required: true,
      description: 'Told.',
      schema: { type: 'string' },
      example: '5',
    },
    { name: 'name', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'x-own', in: 'header', required: false, schema: { type: 'string' } },
  ]);
});

test('an example belongs to the first kind of body and the first answer', () => {
  const accepts = { 'text/a': Type.String(), 'text/b': Type.String() };
  const response = { 200: Type.String(), 202: Type.String() };
  const reported = operationOf(
    withSchema({ response }, { accepts, example: { body: 'sent', answer: 'said' } }),
  );
  const untold = operationOf(withSchema({ response }, { accepts }));

  const schema = { type: 'string' };
  assert.deepEqual(reported.requestBody, {
    required: true,
    content: { 'text/a': { schema, example: 'sent' }, 'text/b': { schema } },
  });
  assert.deepEqual(reported.responses['200']?.content, {
    'application/json': { schema, example: 'said' },
  });
  assert.deepEqual(reported.responses['202']?.content, { 'application/json': { schema } });
  assert.deepEqual(untold.requestBody?.content, { 'text/a': { schema }, 'text/b': { schema } });
  assert.deepEqual(untold.responses['200']?.content, { 'application/json': { schema } });
});

test('an answer without content has none, by its status or its type', () => {
  const { responses } = operationOf(
    withSchema({ response: { 201: Type.Null(), 204: Type.String(), 299: Type.String() } }),
  );

  assert.deepEqual(
    ['201', '204', '299'].map((status) => 'content' in (responses[status] ?? {})),
    [false, false, true],
  );
  assert.deepEqual(
    ['201', '204', '299'].map((status) => responses[status]?.description),
    ['Created', 'No Content', 'Done'],
  );
});

test('data inside of a schema stays data, whatever it looks like', () => {
  const titled = { title: 'Thing', items: [1] };
  const schema = Type.Object({
    one: Type.Unknown({ default: titled }),
    two: Type.Unknown({ const: titled }),
    three: Type.Unknown({ enum: [titled] }),
    four: Type.Unknown({ examples: [titled] }),
    either: Type.Union([Type.String(), Thing]),
  });
  const { responses } = operationOf(withSchema({ response: { 200: schema } }));

  const shown = responses['200']?.content?.['application/json']?.schema;
  assert.deepEqual(shown?.properties, {
    one: { default: titled },
    two: { const: titled },
    three: { enum: [titled] },
    four: { examples: [titled] },
    either: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Thing' }] },
  });
});
