import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation, Parameter } from '../openapi-document.ts';
import { curlExample } from './curl-example.ts';

function call(method: string, path: string, facts: Partial<Operation> = {}): string {
  const operation: Operation = {
    operationId: 'callIt',
    tags: [],
    summary: 'Call it',
    security: [],
    responses: {},
    ...facts,
  };
  return curlExample(method, path, operation);
}

function sending(example: unknown, type = 'application/json'): Partial<Operation> {
  const medium = example === undefined ? { schema: {} } : { schema: {}, example };
  return { requestBody: { required: true, content: { [type]: medium } } };
}

test('the method is named where curl would take another', () => {
  assert.equal(call('GET', '/a'), 'curl "$XPLAIN_URL/a"');
  assert.equal(call('DELETE', '/a'), 'curl -X DELETE \\\n  "$XPLAIN_URL/a"');
  assert.equal(call('POST', '/a'), 'curl -X POST \\\n  "$XPLAIN_URL/a"');
  const header = '-H "Content-Type: application/json"';
  assert.equal(call('POST', '/a', sending(undefined)), `curl "$XPLAIN_URL/a" \\\n  ${header}`);
  assert.equal(
    call('PUT', '/a', sending(undefined)),
    `curl -X PUT \\\n  "$XPLAIN_URL/a" \\\n  ${header}`,
  );
});

test('the address is filled with the examples of its own parameters', () => {
  const parameter = (name: string, place: Parameter['in'], example?: string): Parameter => ({
    name,
    in: place,
    required: true,
    schema: {},
    ...(example === undefined ? {} : { example }),
  });
  const parameters = [
    parameter('id', 'query', 'of the query'),
    parameter('name', 'path', 'a b'),
    parameter('id', 'path', 'i/1'),
    parameter('limit', 'query'),
    parameter('x-own', 'header', 'of the header'),
    parameter('unknown', 'path'),
  ];

  assert.equal(
    call('GET', '/a/{id}/{name}/{unknown}', { parameters }),
    'curl "$XPLAIN_URL/a/i%2F1/a%20b/{unknown}?id=of+the+query"',
  );
});

test('the credential is the one that programs use', () => {
  const sent = (...schemes: readonly string[]): string =>
    call('GET', '/a', { security: schemes.map((scheme) => ({ [scheme]: [] })) })
      .split(' \\\n  ')
      .slice(1)
      .join();

  const all = ['session', 'accessToken', 'operatorToken', 'apiKeyHeader', 'apiKey'];
  assert.equal(sent(...all), '-H "Authorization: Bearer $XPLAIN_KEY"');
  assert.equal(sent(...all.slice(0, 3)), '-H "Authorization: Bearer $XPLAIN_TOKEN"');
  assert.equal(sent('operatorToken'), '-H "Authorization: Bearer $XPLAIN_METRICS_TOKEN"');
  assert.equal(sent('session'), '-H "Cookie: $XPLAIN_COOKIE"');
  assert.equal(sent('apiKeyHeader'), '');
  assert.equal(sent(), '');
});

test('a body of sixty characters stays on its line, a longer one is indented under it', () => {
  const body = (example: unknown): string | undefined =>
    call('POST', '/a', sending(example, 'text/x')).split(' \\\n  ').at(-1);

  assert.equal(body(undefined), '-H "Content-Type: text/x"');
  assert.equal(body("plain 'text'\n"), `-d 'plain '\\''text'\\''\n'`);
  const short = { text: 'x'.repeat(49) };
  assert.equal(body(short), `-d '{"text":"${short.text}"}'`);
  const long = { text: 'x'.repeat(50) };
  assert.equal(body(long), `-d '{\n    "text": "${long.text}"\n  }'`);
});
