import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type, type TSchema } from 'typebox';
import { fields } from './schema.ts';
import { explainProblems } from './explain-problems.ts';
import type { JsonSchema } from './json-schema.ts';

function explained(schema: TSchema | JsonSchema, value: unknown): Record<string, string> {
  const problems = explainProblems(schema, value, 100);
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]));
}

function assertSays(schema: TSchema | JsonSchema, value: unknown, message: string): void {
  assert.deepEqual(explained(schema, value), { '': message });
}

test('says what each kind of value must be', () => {
  assertSays(Type.String(), 1, 'Must be text.');
  assertSays(Type.Integer(), 1.5, 'Must be a whole number.');
  assertSays(Type.Boolean(), 'true', 'Must be true or false.');
  assertSays(Type.Array(Type.String()), {}, 'Must be a list.');
  assertSays(fields({}), [], 'Must be an object.');
  assertSays(fields({}), null, 'Must be an object.');
  assertSays(Type.Literal('a'), 'b', 'Must be "a".');
  assertSays(Type.Enum(['a', 'b']), 'c', 'Must be one of "a", "b".');
});

test('says the bounds of numbers, texts and lists', () => {
  assertSays(
    Type.Integer({ minimum: 1, maximum: 200 }),
    0,
    'Must be a whole number from 1 to 200.',
  );
  assertSays(Type.Number({ minimum: 0 }), -1, 'Must be a number of at least 0.');
  assertSays(Type.Number({ exclusiveMaximum: 1 }), 1, 'Must be a number below 1.');
  assertSays(Type.Number({ multipleOf: 5 }), 3, 'Must be a number in steps of 5.');
  assertSays(Type.String({ minLength: 1 }), '', 'Must not be empty.');
  const short = Type.String({ maxLength: 4_000 });
  assertSays(short, 'x'.repeat(4_001), 'Must have at most 4,000 characters; got 4,001.');
  assertSays(Type.Array(Type.String(), { minItems: 1 }), [], 'Must have at least 1 entry.');
  const pair = Type.Array(Type.String(), { maxItems: 2 });
  assertSays(pair, ['a', 'b', 'c'], 'Must have at most 2 entries; got 3 entries.');
  const different = Type.Array(Type.String(), { uniqueItems: true });
  assertSays(different, ['a', 'a'], 'Entries must be unique.');
  assertSays(Type.String({ pattern: '^a$' }), 'b', 'Invalid format. Expected: ^a$');
  const reported = Type.String({ pattern: '^a$', description: 'The letter a.' });
  assertSays(reported, 'b', 'Invalid format. The letter a.');
  assertSays(Type.String({ pattern: `^${'a'.repeat(50)}$` }), 'b', 'Invalid format.');
  assertSays(Type.String({ format: 'email' }), 'b', 'Must be an email address.');
});

test('counts characters as people do, not halves of them', () => {
  const schema = Type.String({ maxLength: 2 });

  assert.deepEqual(explained(schema, '🙂🙂'), {});
  assertSays(schema, '🙂🙂🙂', 'Must have at most 2 characters; got 3.');
});

test('describes the alternatives of a union, or goes into the one that was meant', () => {
  const mode = Type.Union([Type.Literal('test'), Type.Literal('generic')]);
  const row = Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })]);
  const panel = Type.Union([
    fields({ kind: Type.Literal('text'), text: Type.String() }),
    fields({ kind: Type.Literal('chart'), query: Type.String() }),
    Type.Null(),
  ]);

  assertSays(mode, 'x', 'Must be one of "test", "generic".');
  assertSays(row, 5, 'Must be text or an object.');
  assert.deepEqual(explained(panel, { kind: 'chart', query: 1, extra: 2 }), {
    query: 'Must be text.',
    extra: 'Unknown field.',
  });
  assertSays(panel, { kind: 'other' }, 'Must be an object or null.');
  assert.deepEqual(explained(panel, null), {});
  assert.deepEqual(explained(panel, { kind: 'chart' }), { query: 'This field is required.' });
  const fixed = { anyOf: [{ const: 'a' }, { type: 'integer' }] };
  assertSays(fixed, 'b', 'Must be "a" or a whole number.');
  const listed = { anyOf: [{ enum: ['a', 'b'] }, { type: 'integer' }] };
  assertSays(listed, 'c', 'Must be one of "a", "b" or a whole number.');
});

test('walks maps and lists, and names where it is', () => {
  const schema = fields({
    labels: Type.Record(Type.String(), Type.Integer()),
    rows: Type.Array(fields({ id: Type.String() })),
  });

  const value = { labels: { a: 1, b: 'x' }, rows: [{ id: 'ok' }, { id: null }, {}] };

  assert.deepEqual(explained(schema, value), {
    'labels.b': 'Must be a whole number.',
    'rows.1.id': 'Must be text.',
    'rows.2.id': 'This field is required.',
  });
});

test('suggests a known field for a typo, and leaves strange names alone', () => {
  const schema: TSchema = fields({ criteria: Type.Optional(Type.String()) });

  assert.deepEqual(explained(schema, { creteria: 'x' }), {
    creteria: 'Unknown field. Did you mean "criteria"?',
  });
  assert.deepEqual(explained(schema, { whatever: 'x' }), { whatever: 'Unknown field.' });
  const [problem] = explainProblems(schema, { ['n'.repeat(10_000)]: 1 }, 1);
  assert.equal(problem?.path.length, 100);
});

test('stops after the number of problems asked for', () => {
  const schema = Type.Array(Type.String());

  assert.equal(
    explainProblems(
      schema,
      Array.from({ length: 1_000 }, () => 1),
      10,
    ).length,
    10,
  );
});

test('gives up on megabytes after a bounded number of values', () => {
  const rows = Type.Array(Type.Union([Type.String(), Type.Integer()]));
  const value: unknown[] = Array.from({ length: 400_000 }, () => 'x');
  value.push(null);

  assert.deepEqual(explainProblems(rows, value, 10), []);
  const bounded = Type.Array(Type.String(), { maxItems: 10_000 });
  assert.equal(explainProblems(bounded, value, 10).length, 1);
});

function assertTakes(schema: JsonSchema, ...values: readonly unknown[]): void {
  for (const value of values) assert.deepEqual(explained(schema, value), {}, String(value));
}

test('both sides of every bound of a number', () => {
  const closed: JsonSchema = { type: 'integer', minimum: -2, maximum: 1_200 };
  assertTakes(closed, -2, 1_200);
  for (const value of [-3, 1_201]) {
    assertSays(closed, value, 'Must be a whole number from -2 to 1,200.');
  }
  const open: JsonSchema = { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 };
  assertTakes(open, 0.01, 0.99);
  for (const value of [0, 1]) assertSays(open, value, 'Must be a number above 0 below 1.');
  assertTakes({ type: 'number', minimum: 3 }, 3, 1e9);
  assertSays({ type: 'number', minimum: 3 }, 2.9, 'Must be a number of at least 3.');
  assertTakes({ type: 'number', maximum: 3 }, 3, -1e9);
  assertSays({ type: 'number', maximum: 3 }, 3.1, 'Must be a number of at most 3.');
  const steps: JsonSchema = { type: 'integer', minimum: 1, multipleOf: 5 };
  assertTakes(steps, 5, 10);
  assertSays(steps, 6, 'Must be a whole number of at least 1 in steps of 5.');
  assertSays(steps, 0, 'Must be a whole number of at least 1 in steps of 5.');
});

test('both sides of every bound of a text', () => {
  const sized: JsonSchema = { type: 'string', minLength: 2, maxLength: 3 };
  assertTakes(sized, 'ab', 'abc', '🙂🙂', '🙂🙂🙂');
  assertSays(sized, 'a', 'Must have at least 2 characters.');
  assertSays(sized, '🙂', 'Must have at least 2 characters.');
  assertSays(sized, 'abcd', 'Must have at most 3 characters; got 4.');
  // A half without its other half is a character of its own, as is each of two that do not belong together.
  assertSays(sized, 'abc\ud83d', 'Must have at most 3 characters; got 4.');
  assertTakes(sized, '😁😁😁', '\ud83d\ud83d', '\ude42\ud83d', '\ude42\ude42', 'a\ude42');
});

test('both sides of every bound of a list', () => {
  const sized: JsonSchema = { type: 'array', minItems: 2, maxItems: 3 };
  assertTakes(sized, [1, 1], [1, 1, 1]);
  assertSays(sized, [1], 'Must have at least 2 entries.');
  assertSays(sized, [1, 1, 1, 1], 'Must have at most 3 entries; got 4 entries.');
  assertSays({ type: 'array', maxItems: 0 }, [1], 'Must have at most 0 entries; got 1 entry.');
  const different: JsonSchema = { type: 'array', uniqueItems: true };
  assertTakes(different, [], [1, '1', { a: 1 }]);
  assertSays(different, [{ a: 1 }, 2, { a: 1 }], 'Entries must be unique.');
  const many = (length: number): number[] => Array.from({ length }, () => 1);
  assertSays(different, many(200_000), 'Entries must be unique.');
  assertTakes(different, many(200_001));
});

test('both sides of every bound of an object', () => {
  const sized: JsonSchema = { type: 'object', minProperties: 1, maxProperties: 2 };
  assertTakes(sized, { a: 1 }, { a: 1, b: 2 });
  assertSays(sized, {}, 'Must have at least 1 fields.');
  assertSays(sized, { a: 1, b: 2, c: 3 }, 'Must have at most 2 fields.');
});

test('fields are known by name, by pattern, or as others', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { named: { type: 'string' }, x_own: { type: 'boolean' } },
    patternProperties: { '^x_': { type: 'integer' } },
    additionalProperties: { type: 'null' },
  };
  assertTakes(schema, { named: 'a', x_own: true, x_other: 1, other: null });
  assert.deepEqual(explained(schema, { named: 1, x_own: 1, x_other: 'a', other: 1 }), {
    named: 'Must be text.',
    x_own: 'Must be true or false.',
    x_other: 'Must be a whole number.',
    other: 'Must be null.',
  });
  assertTakes({ type: 'object' }, { whatever: 1 });
  assertTakes({ type: 'object', additionalProperties: true }, { whatever: 1 });
});

test('all parts of a schema count, and so does what stands beside them', () => {
  const schema: JsonSchema = {
    allOf: [
      { type: 'object', required: ['a'] },
      { type: 'object', properties: { b: { type: 'string' } } },
    ],
    type: 'object',
    required: ['c'],
  };
  assert.deepEqual(explained(schema, { b: 1 }), {
    a: 'This field is required.',
    b: 'Must be text.',
    c: 'This field is required.',
  });
});

test('kinds are told in words, several and fixed ones, too', () => {
  assertTakes({ type: ['string', 'null'] }, 'a', null);
  assertSays({ type: ['string', 'null'] }, 1, 'Must be text or null.');
  assertSays({ type: 'number' }, '1', 'Must be a number.');
  assertTakes({ type: 'number' }, 1.5);
  assertSays({ type: 'odd' }, 1, 'Must be odd.');
  assertTakes({}, 1, null, 'a');
  assertTakes({ enum: ['a', 1] }, 'a', 1);
  assertSays({ enum: ['a'] }, 'b', 'Must be "a".');
  assertSays({ enum: ['a', 1, null] }, 'b', 'Must be one of "a", 1, null.');
  assertTakes({ const: null }, null);
  assertSays({ const: 7 }, '7', 'Must be 7.');
  const mixed: JsonSchema = {
    oneOf: [{ const: 'all' }, { type: 'integer' }, { const: 'none' }, { type: 'integer' }],
  };
  assertTakes(mixed, 'all', 7);
  assertSays(mixed, true, 'Must be one of "all", "none" or a whole number.');
});

test('of the alternatives with all that is required there may be one', () => {
  const schema: JsonSchema = {
    anyOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      { type: 'object', required: ['b'], properties: { b: { type: 'string' } } },
    ],
  };
  assertTakes(schema, { a: 'x' }, { b: 'x' });
  assert.deepEqual(explained(schema, { a: 1 }), { a: 'Must be text.' });
  assertSays(schema, { a: 1, b: 1 }, 'Must be an object.');
  assertSays(schema, {}, 'Must be an object.');
  const lists: JsonSchema = {
    anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
  };
  assert.deepEqual(explained(lists, ['a', 1]), { 1: 'Must be text.' });
});

test('formats are told with an example where there is one', () => {
  const reported = {
    'date-time': 'Must be a time in ISO 8601, e.g. 2026-01-31T12:00:00.000Z.',
    date: 'Must be a date in ISO 8601, e.g. 2026-01-31.',
    email: 'Must be an email address.',
    uri: 'Must be a full URL, e.g. https://example.com/path.',
    uuid: 'Must be a UUID.',
    ipv4: 'Must be a valid ipv4.',
  };
  for (const [format, message] of Object.entries(reported)) {
    assertSays({ type: 'string', format }, 'x', message);
  }
  assertTakes({ type: 'string', format: 'date' }, '2026-01-31');
});

test('a pattern of forty characters is shown, a longer one is not', () => {
  const pattern = `^${'a'.repeat(38)}$`;
  assertTakes({ type: 'string', pattern }, 'a'.repeat(38));
  assertSays({ type: 'string', pattern }, 'b', `Invalid format. Expected: ${pattern}`);
  assertSays({ type: 'string', pattern: `${pattern}$` }, 'b', 'Invalid format.');
});

test('a name of three characters may be a typo, and one of a hundred', () => {
  const hundred = 'n'.repeat(100);
  const known = (name: string): JsonSchema => ({
    type: 'object',
    properties: { [name]: {} },
    additionalProperties: false,
  });
  const said = (name: string, written: string): string | undefined =>
    explainProblems(known(name), { [written]: 1 }, 1)[0]?.message;
  const meant = (name: string): string => `Unknown field. Did you mean "${name}"?`;

  assert.equal(said('page', 'pag'), meant('page'));
  assert.equal(said('pag', 'pa'), 'Unknown field.');
  assert.equal(said(`${hundred}x`, hundred), meant(`${hundred}x`));
  assert.equal(said(hundred, `${hundred}x`), 'Unknown field.');
});

test('so many values are looked at, and not one more', () => {
  const schema: JsonSchema = { type: 'array', items: { type: 'integer' } };
  const oddAt = (index: number): unknown[] => {
    const list: unknown[] = Array.from({ length: 200_100 }, () => 1);
    list[index] = 'x';
    return list;
  };
  assert.equal(explainProblems(schema, oddAt(199_997), 10).length, 1);
  assert.equal(explainProblems(schema, oddAt(199_998), 10).length, 0);
});

test('what is required counts among the problems, of which there are not more', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: { d: { type: 'string' } },
  };
  assert.deepEqual(
    explainProblems(schema, { d: 1 }, 2).map(({ path }) => path),
    ['a', 'b'],
  );
  assert.deepEqual(
    explainProblems(schema, { d: 1 }, 4).map(({ path }) => path),
    ['a', 'b', 'c', 'd'],
  );
});
