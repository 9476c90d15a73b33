import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { collectSchemas } from './openapi-schemas.ts';

test('a part with a title is described once, and referred to where it stands', () => {
  const collection = collectSchemas();
  const name = Type.String({ title: 'Name' });
  const thing = Type.Object({ first: name, those: Type.Array(name) }, { title: 'Thing' });

  assert.deepEqual(collection.add(thing), { $ref: '#/components/schemas/Thing' });
  assert.deepEqual(collection.add(Type.Array(thing)), {
    type: 'array',
    items: { $ref: '#/components/schemas/Thing' },
  });

  assert.deepEqual(Object.keys(collection.named()), ['Name', 'Thing']);
  assert.deepEqual(collection.named()['Thing'], {
    title: 'Thing',
    type: 'object',
    required: ['first', 'those'],
    properties: {
      first: { $ref: '#/components/schemas/Name' },
      those: { type: 'array', items: { $ref: '#/components/schemas/Name' } },
    },
  });
});

test('names are told in their order, whatever came first', () => {
  const collection = collectSchemas();
  for (const title of ['b', 'c', 'a']) collection.add(Type.String({ title }));

  assert.deepEqual(Object.keys(collection.named()), ['a', 'b', 'c']);
});

test('one title has one schema', () => {
  const collection = collectSchemas();
  collection.add(Type.String({ title: 'Name' }));

  assert.doesNotThrow(() => collection.add(Type.String({ title: 'Name' })));
  assert.throws(
    () => collection.add(Type.Number({ title: 'Name' })),
    /two different schemas have the title Name/,
  );
});

test('data stays as it is, also where it looks like a schema', () => {
  const example = { title: 'Name', items: [1] };
  for (const keyword of ['default', 'const', 'examples', 'enum']) {
    const collection = collectSchemas();
    const added = collection.add(Type.Unsafe({ [keyword]: [example] }));

    assert.deepEqual(added, { [keyword]: [example] }, keyword);
    assert.deepEqual(collection.named(), {}, keyword);
  }
});

test('a list of schemas is one for each place, and no more', () => {
  const tuple = {
    type: 'array',
    items: [{ type: 'string' }, { type: 'number' }],
    additionalItems: false,
  };

  assert.deepEqual(collectSchemas().add(Type.Unsafe(tuple)), {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'number' }],
    maxItems: 2,
  });
});

test('what is no schema is none', () => {
  assert.deepEqual(collectSchemas().add(true), {});
});
