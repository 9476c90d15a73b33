import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { kindOf, showField, showFields } from './show-schema.ts';

/** What a reader sees, without the markup. */
function textOf(shown: { readonly markup: string } | undefined): string | undefined {
  return shown?.markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('a field is told with its kind, its rules and whether it must be there', () => {
  const shown = (field: JsonSchema, isRequired = false): string | undefined =>
    textOf(showField('f', field, isRequired, {}));

  assert.equal(shown({ type: 'string' }), 'f text');
  assert.equal(
    shown({ type: 'string', description: 'Which `one`.' }, true),
    'f text required Which one .',
  );
  assert.equal(shown({ type: 'integer', minimum: 1, maximum: 2_000 }), 'f integer 1 to 2,000');
  assert.equal(shown({ type: 'integer', minimum: 0 }), 'f integer at least 0');
  assert.equal(shown({ type: 'integer', maximum: 0 }), 'f integer at most 0');
  assert.equal(shown({ type: 'string', minLength: 1, maxLength: 9 }), 'f text 1 to 9 characters');
  assert.equal(shown({ type: 'array', minItems: 3 }), 'f list at least 3 entries');
  assert.equal(shown({ type: 'string', pattern: '^a' }), 'f text matches ^a');
  assert.equal(shown({ type: 'string', default: 'a' }), 'f text default &quot;a&quot;');
  assert.equal(
    shown({ type: 'string', maxLength: 5, pattern: '^a', default: '' }),
    'f text at most 5 characters · matches ^a · default &quot;&quot;',
  );
});

test('kinds are told in a few words', () => {
  const named = { Thing: { type: 'integer' } };
  const refers = { $ref: '#/components/schemas/Thing' } as JsonSchema;

  assert.equal(kindOf({ const: 'a' }, {}), '"a"');
  assert.equal(kindOf({ const: null }, {}), 'null');
  assert.equal(kindOf({ enum: ['a', 1] }, {}), '"a" | 1');
  assert.equal(kindOf({ type: 'array' }, {}), 'list');
  assert.equal(kindOf({ type: ['string', 'null'] }, {}), 'text or null');
  assert.equal(kindOf({ anyOf: [{ type: 'string' }, { type: 'string' }] }, {}), 'text');
  assert.equal(kindOf(refers, named), 'integer');
  assert.equal(kindOf({ type: 'array', items: refers }, named), 'list of integer');
  assert.equal(kindOf(refers, {}), 'anything');
  assert.equal(kindOf({ $ref: 5, type: 'string' } as JsonSchema, {}), 'text');
});

test('the fields of an object are shown, those that must be there as such', () => {
  const properties = { a: { type: 'string' }, b: { type: 'integer' } };

  assert.equal(
    textOf(showFields({ properties, required: ['b'] }, {})),
    'a text b integer required',
  );
  assert.equal(textOf(showFields({ properties }, {})), 'a text b integer');
  assert.equal(showFields({ properties: {} }, {}), undefined);
  assert.equal(showFields({ type: 'string' }, {}), undefined);
});

test('the object is the schema itself, what a list or a map holds, or the first alternative', () => {
  const object: JsonSchema = { type: 'object', properties: { a: { type: 'string' } } };
  const other: JsonSchema = { type: 'object', properties: { b: { type: 'string' } } };
  const named = { Thing: object };
  const refers = { $ref: '#/components/schemas/Thing' } as JsonSchema;

  for (const schema of [
    object,
    refers,
    { type: 'array', items: object },
    { type: 'array', items: refers },
    { type: 'object', patternProperties: { '^x': object } },
    { anyOf: [{ type: 'null' }, object, other] },
    { oneOf: [{ type: 'array', items: object }, other] },
  ]) {
    assert.equal(textOf(showFields(schema, named)), 'a text', JSON.stringify(schema));
  }
});

test('seven levels are shown, deeper ones are only named', () => {
  let schema: JsonSchema = { type: 'string' };
  for (const name of ['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a']) {
    schema = { type: 'object', properties: { [name]: schema } };
  }

  assert.equal(
    textOf(showFields(schema, {})),
    'a object b object c object d object e object f object g object',
  );
  assert.equal(
    textOf(showField('top', schema, false, {})),
    'top object a object b object c object d object e object f object',
  );
});
