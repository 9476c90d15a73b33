import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { defaultsOf, queryCoercion } from './coerce-query.ts';

const schema = Type.Object({
  limit: Type.Integer({ default: 50 }),
  ratio: Type.Number(),
  dryRun: Type.Boolean(),
  text: Type.String(),
  tags: Type.Array(Type.String()),
  ports: Type.Array(Type.Integer()),
  page: Type.Union([Type.Integer(), Type.Literal('all')]),
});

function coerced(query: Record<string, unknown>): Record<string, unknown> {
  const copy = { ...query };
  queryCoercion(schema)?.(copy);
  return copy;
}

test('texts become what the schema asks for', () => {
  assert.deepEqual(
    coerced({
      limit: '20',
      ratio: '-0.5',
      dryRun: 'true',
      text: '5',
      tags: 'a',
      ports: ['1', '2'],
    }),
    { limit: 20, ratio: -0.5, dryRun: true, text: '5', tags: ['a'], ports: [1, 2] },
  );
  assert.deepEqual(coerced({ dryRun: 'false', ports: '80' }), { dryRun: false, ports: [80] });
});

test('what does not fit stays, for the validator to refuse', () => {
  const odd = { limit: '', ratio: '1e400', dryRun: '1', page: 'all', ports: ['x'] };

  assert.deepEqual(coerced(odd), odd);
  for (const limit of [' 5', '5 ', '0x10', '+5', '1e3', 'Infinity', 'NaN', '9'.repeat(17)]) {
    assert.deepEqual(coerced({ limit }), { limit });
  }
});

test('a schema of texts needs no step at all', () => {
  assert.equal(queryCoercion(Type.Object({ query: Type.String() })), undefined);
  assert.equal(defaultsOf(Type.Object({ query: Type.String() })), undefined);
});

test('defaults fill what is missing and are copied each time', () => {
  const fill = defaultsOf(Type.Object({ tags: Type.Array(Type.String(), { default: ['x'] }) }));
  const first: { tags?: string[] } = {};
  const second: { tags?: string[] } = {};

  fill?.(first);
  first.tags?.push('y');
  fill?.(second);

  assert.deepEqual(second, { tags: ['x'] });
});

test('a text stays where a text may stand, and so does what is none', () => {
  const open = {
    properties: {
      either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      listed: { type: ['integer', 'null'] },
      both: { type: ['string', 'boolean'] },
      anything: {},
      list: { type: 'array' },
      choice: { type: 'boolean' },
    },
  };
  const query: Record<string, unknown> = {
    either: '5',
    listed: '5',
    both: 'true',
    anything: '5',
    list: ['5'],
    choice: ['true'],
    unknown: '5',
  };
  const expected = { ...query, listed: 5 };
  queryCoercion(open)?.(query);
  assert.deepEqual(query, expected);
});

test('numbers have up to sixteen digits on either side of the point', () => {
  const sixteen = '9'.repeat(16);
  for (const text of [sixteen, `-0.${'1'.repeat(16)}`]) {
    assert.deepEqual(coerced({ ratio: text }), { ratio: Number(text) });
  }
  for (const text of [`${sixteen}9`, `0.${'1'.repeat(17)}`, '.5', '5.', '--5']) {
    assert.deepEqual(coerced({ ratio: text }), { ratio: text });
  }
});

test('a default is no reason to overwrite what is there, be it nothing much', () => {
  const fill = defaultsOf(schema);
  const given = { limit: 0 };
  fill?.(given);
  assert.deepEqual(given, { limit: 0 });
  const missing = {};
  fill?.(missing);
  assert.deepEqual(missing, { limit: 50 });
  fill?.('text' as never);
});

test('what is true is none of the numbers, and a number may be one of several kinds', () => {
  assert.deepEqual(coerced({ limit: 'true', ports: ['false'] }), {
    limit: 'true',
    ports: ['false'],
  });
  const kinds = { anyOf: [{ type: 'integer' }, { type: 'boolean' }] };
  const query: Record<string, unknown> = { first: '5', second: 'true' };
  queryCoercion({ properties: { first: kinds, second: kinds } })?.(query);
  assert.deepEqual(query, { first: 5, second: true });
});
