import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ENDPOINTS } from './endpoints.ts';

test('every file of the contract with an endpoint is listed', () => {
  const text = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts') && text(file).includes('satisfies Endpoint;'),
  );
  const list = text('endpoints.ts');

  assert.ok(files.length > 1);
  for (const file of files) {
    const name = /import \* as (\w+) from '\.\/FILE'/.source.replace('FILE', file);
    const imported = new RegExp(name).exec(list)?.[1];
    assert.ok(imported !== undefined, `endpoints.ts does not import ${file}`);
    assert.match(list, new RegExp(`^  ${imported},$`, 'm'), `endpoints.ts does not list ${file}`);
  }
});

test('every endpoint that is declared is in the list, the doors of other products too', () => {
  const listed = new Set(Object.values(ENDPOINTS).map(({ method, url }) => `${method} ${url}`));
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );

  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    for (const [, method, url] of text.matchAll(/ {2}method: '(\w+)',\n {2}url: '([^']+)'/g)) {
      assert.ok(listed.has(`${method} ${url}`), `${file}: ${method} ${url}`);
    }
  }
  assert.ok(listed.has('POST /v1/logs'));
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
    if (schema.params !== undefined && isFilled) check(`${name}: params`, schema.params, params);
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
