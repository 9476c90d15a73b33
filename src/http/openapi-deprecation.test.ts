import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Endpoint } from '../contract/endpoint.ts';
import { dataOf, fields } from '../contract/schema.ts';
import { LIMITS } from '../spec/limits.ts';
import { answerOf, type Operation } from './openapi-document.ts';
import { openApiDocument } from './openapi.ts';

const listThings = {
  method: 'POST',
  url: '/api/v1/things',
  config: { permission: 'logs:read', rate: 'logs', body: 'management' },
  schema: { tags: ['Search'], summary: 'Things', response: { 200: dataOf(Type.String()) } },
  docs: { example: {} },
} as const satisfies Endpoint;

function operationOf(endpoint: Endpoint): Operation & { readonly headers: object } {
  const document = openApiDocument({ endpoint }, '1.2.3');
  const operation = document.paths['/api/v1/things']?.['post'];
  const answer = operation?.responses['200'];
  if (operation === undefined || answer === undefined) return assert.fail('not in the document');
  return { ...operation, headers: answerOf(document, answer).headers };
}

test('a deprecated endpoint and a deprecated field are marked, and its headers named', () => {
  const deprecated = { since: '2026-11-15', sunset: '2027-11-15' };
  const body = fields({ size: Type.Optional(Type.Integer({ deprecated: true })) });
  const marked = operationOf({
    ...listThings,
    config: { ...listThings.config, deprecated },
    schema: { ...listThings.schema, body },
  });

  assert.equal(marked.deprecated, true);
  assert.equal(marked['x-sunset'], '2027-11-15');
  const headers = Object.keys(marked.headers);
  assert.deepEqual(headers.slice(1, 4), ['Deprecation', 'Sunset', 'Link']);
  const sent = marked.requestBody?.content['application/json']?.schema.properties?.['size'];
  assert.deepEqual(sent, { type: 'integer', deprecated: true });
  const plain = operationOf(listThings);
  assert.ok(!('deprecated' in plain) && !('x-sunset' in plain));
  assert.ok(!('Sunset' in plain.headers));
});

test('the document says what a version promises, and where to read more', () => {
  const { description } = openApiDocument({}, '1').info;
  const days = LIMITS.http.deprecationMsMin / 86_400_000;

  assert.match(description, new RegExp(`at least ${days} days`));
  assert.match(description, /docs\/api-versioning\.md/);
  const page = readFileSync(join(import.meta.dirname, '../../docs/api-versioning.md'), 'utf8');
  assert.ok(page.includes(`at least ${days} days later`));
});
