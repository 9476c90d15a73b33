import fastify from 'fastify';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { isObject } from '../src/base/is-object.ts';
import { ENDPOINTS } from '../src/compose/endpoints.ts';
import { VALIDATION } from '../src/http/compile-schemas.ts';
import { answerOf } from '../src/http/openapi-document.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { staticAnswer } from '../src/http/static-answer.ts';

const folder = join(import.meta.dirname, '../src/contract');

test('every endpoint that is declared is answered by a room, those compatible with other products too', () => {
  const listed = new Set(Object.values(ENDPOINTS).map(({ method, url }) => `${method} ${url}`));
  const files = globSync('*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));

  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, method, url] of text.matchAll(/ {2}method: '(\w+)',\n {2}url: '([^']+)'/g)) {
      assert.ok(listed.has(`${method} ${url}`), `${file}: ${method} ${url}`);
    }
  }
  assert.ok(listed.has('POST /v1/logs'));
});

test('the document is small enough to be read by whoever opens the reference', async () => {
  const text = JSON.stringify(openApiDocument(ENDPOINTS, '1.2.3'));
  const sent = await staticAnswer('application/json', text).gzipped?.();

  const bytes = sent?.length ?? 0;
  assert.ok(bytes > 10_000 && bytes <= 120 * 1024, `${bytes} bytes, compressed`);
});

test('every list says where its next page starts, and takes a limit and a cursor', () => {
  for (const [name, { method, url, schema }] of Object.entries(ENDPOINTS)) {
    const answer = propertiesOf(schema.response[200]);
    // Sessions are told in the words of the library that keeps them, as a bare array.
    const isList = method === 'GET' && answer['data']?.type === 'array';
    if (!isList || !url.startsWith('/api/v1/')) continue;
    assert.ok('nextCursor' in answer, name);
    const asked = Object.keys(propertiesOf(schema.querystring));
    assert.ok(asked.includes('limit') && asked.includes('cursor'), name);
  }
});

function propertiesOf(schema: object | undefined): Record<string, { type?: string }> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { type?: string }> };
  return properties;
}

test('every example fits its schemas', () => {
  for (const [name, { schema, docs }] of Object.entries(ENDPOINTS)) {
    const { params, query, body, answer } = docs.example;
    const isFilled = Object.keys(schema.params ?? { properties: {} }).length > 0;
    if (schema.params !== undefined && isFilled) {
      // Parts of an address are text; what a number is meant by is read as one, as the server does.
      check(`${name}: params`, schema.params, Value.Convert(schema.params, { ...params }));
    }
    if (schema.body !== undefined) check(`${name}: body`, schema.body, body);
    if (schema.querystring !== undefined && query !== undefined) {
      const converted = Value.Convert(schema.querystring, { ...query });
      check(`${name}: query`, schema.querystring, converted);
    }
    const [success] = Object.values(schema.response);
    if (success !== undefined && answer !== undefined) check(`${name}: answer`, success, answer);
  }
});

test('every endpoint whose answer has a body shows one', () => {
  for (const [name, { schema, docs }] of Object.entries(ENDPOINTS)) {
    const [status] = Object.keys(schema.response);
    const isEmpty = status === '204' || status?.startsWith('3');
    if (!isEmpty) assert.ok(docs.example.answer !== undefined, `${name} has no example answer`);
  }
});

function check(what: string, schema: TSchema, value: unknown): void {
  if (Value.Check(schema, value)) return;
  const problems = [...Value.Errors(schema, value)].map(
    ({ instancePath, message }) => `${instancePath} ${message}`,
  );
  assert.fail(`${what} does not fit: ${problems.join('; ')}`);
}

test('the product’s own document is complete: ids, references and tags', () => {
  const document = openApiDocument(ENDPOINTS, '0.1.0');

  const text = JSON.stringify(document);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const ids = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, Object.keys(ENDPOINTS).length);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    assert.ok(name !== undefined && name in document.components.schemas, `no schema ${name}`);
  }
  for (const { name, description } of document.tags) {
    assert.notEqual(description, '', `the tag ${name} has no description in openapi-texts.ts`);
  }
});

/** Fields whose name, within what it belongs to, says all there is to say. */
const SELF_EVIDENT = new Set(
  (
    'id name data kind createdAt updatedAt createdBy updatedBy description state status email deleted message ' +
    'role type error code plan label provider tags index value level source event timestamp ' +
    'timeZone services confirmed channelId elapsedMs expiresAt count google github token severity firedAt indexes members ' +
    'apiKeys alertRules pipelines dashboards savedSearches scheduledExports kpis organizationsPerUser panels savedBy savedAt rows columns from ' +
    'field fields url organization password currentPassword events acknowledged at text requestedAt tokensIn tokensOut partialSuccess ' +
    'files key version streams joinedAt organizationName _id _time title variables annotations query serviceId service ' +
    'nodes 1h 6h 3d session success forgotten ended format removed '
  )
    .trim()
    .split(' '),
);

type Described = Readonly<Record<string, string | undefined>>;

/** The objects of the document, by their place: each field with its words; what has a name is described there. */
function objectsIn(part: unknown, path: string): [path: string, fields: Described][] {
  if (!isObject(part) || '$ref' in part) return [];
  const properties = isObject(part['properties']) ? part['properties'] : {};
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    isObject(field) && !('$ref' in field) ? [[name, field['description']]] : [],
  );
  const parts = [
    ...Object.entries(properties),
    ...['items', 'anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
      [part[keyword]].flat().map((each) => [keyword, each] as const),
    ),
  ];
  const inner = parts.flatMap(([name, each]) => objectsIn(each, `${path}.${name}`));
  return [[path, Object.fromEntries(fields) as Described], ...inner];
}

function describedObjects(): [path: string, fields: Described][] {
  const document = openApiDocument(ENDPOINTS, '1');
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const contents = operations.flatMap(({ operationId, requestBody, responses }) => {
    const answers = Object.values(responses).map((answer) => answerOf(document, answer).content);
    return [requestBody?.content, ...answers].flatMap((content) =>
      Object.values(content ?? {}).map(({ schema }) => [operationId, schema] as const),
    );
  });
  const parameters = operations.map(({ operationId, parameters: all = [] }) => {
    const reported = all.filter(({ schema }) => !('$ref' in schema));
    const fields = reported.map(({ name, description }) => [name, description]);
    return [`${operationId}?`, Object.fromEntries(fields) as Described] as [string, Described];
  });
  const schemas = [...contents, ...Object.entries(document.components.schemas)];
  return [...parameters, ...schemas.flatMap(([name, schema]) => objectsIn(schema, name))];
}

test('the API document describes every operation, and every field that its name does not', () => {
  const operations = Object.values(openApiDocument(ENDPOINTS, '1').paths).flatMap((path) =>
    Object.values(path),
  );
  const silent = describedObjects().flatMap(([path, fields]) =>
    Object.entries(fields)
      .filter(([name, description]) => description === undefined && !SELF_EVIDENT.has(name))
      .map(([name]) => `${path}.${name}`),
  );

  const bare = operations.filter(({ summary, description }) => !summary || !description);
  assert.deepEqual([...silent, ...bare.map(({ operationId }) => operationId)], []);
});

/** Words that stand in more places belong into a schema with a title. */
const SAME_WORDS_MAX = 15;

test('a description says something of its field alone, and is no filler', () => {
  const objects = describedObjects();
  const places = new Map<string, number>();
  for (const [path, fields] of objects) {
    const descriptions = Object.values(fields).filter((text) => text !== undefined);
    const twice = descriptions.filter((text, at) => descriptions.indexOf(text) !== at);
    assert.deepEqual(twice, [], `${path}: two fields are described alike`);
    for (const text of descriptions) places.set(text, (places.get(text) ?? 0) + 1);
  }

  assert.deepEqual(
    [...places].filter(([text, count]) => text === '' || count > SAME_WORDS_MAX),
    [],
  );
});

test('every schema of an endpoint can be compiled, which a server does when it is first used', async (t) => {
  const app = fastify({ ajv: { customOptions: VALIDATION } });
  t.after(() => app.close());
  let schemas = 0;
  for (const { method, url, schema } of Object.values(ENDPOINTS)) {
    app.route({ method, url, schema: schema ?? {}, handler: async () => {} });
    schemas += Object.keys(schema ?? {}).length;
  }

  await app.ready();

  assert.ok(schemas > 300, `${schemas} schemas`);
});

/** Health checks, and files that are held in memory: none of them asks a store. */
const UNCOUNTED: Readonly<Record<string, number>> = {
  'src/contract/platform.ts': 2,
  'src/http/docs/docs-routes.ts': 1,
  'src/http/web-app/web-app-routes.ts': 1,
};

test('no public route is without a rate, also none that no contract declares', () => {
  const root = join(import.meta.dirname, '..');
  const found: Record<string, number> = {};
  for (const file of globSync('src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const uncounted = [...text.matchAll(/\brate: 'none'/g)].length;
    if (uncounted > 0) found[file] = uncounted;
    // What a route says itself stands in one line, so that this test sees all of it.
    const open = [...text.matchAll(/permission: 'public'[^}]*/g)].map(([each]) => each);
    assert.ok(
      open.every((each) => each.includes('rate:')),
      `${file}: a public route names no rate`,
    );
  }

  assert.deepEqual(found, UNCOUNTED);
});
