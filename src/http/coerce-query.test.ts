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
