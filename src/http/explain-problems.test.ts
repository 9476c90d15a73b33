import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type, type TSchema } from 'typebox';
import { fields } from '../contract/schema.ts';
import { explainProblems } from './explain-problems.ts';

function explained(schema: TSchema, value: unknown): Record<string, string> {
  const problems = explainProblems(schema, value, 100);
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]));
}

function assertSays(schema: TSchema, value: unknown, message: string): void {
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
  assertSays(different, ['a', 'a'], 'No entry may appear twice.');
  assertSays(Type.String({ pattern: '^a$' }), 'b', 'Is not in the expected form: ^a$');
  const told = Type.String({ pattern: '^a$', description: 'The letter a.' });
  assertSays(told, 'b', 'Is not in the expected form. The letter a.');
  assertSays(Type.String({ pattern: `^${'a'.repeat(50)}$` }), 'b', 'Is not in the expected form.');
  assertSays(Type.String({ format: 'email' }), 'b', 'Must be an e-mail address.');
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
    extra: 'This field is not known.',
  });
  assertSays(panel, { kind: 'other' }, 'Must be an object or null.');
  assert.deepEqual(explained(panel, null), {});
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
    creteria: 'This field is not known. Did you mean "criteria"?',
  });
  assert.deepEqual(explained(schema, { whatever: 'x' }), { whatever: 'This field is not known.' });
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
  const value: unknown[] = Array.from({ length: 5_000_000 }, () => 'x');
  value.push(null);

  assert.deepEqual(explainProblems(rows, value, 10), []);
  const bounded = Type.Array(Type.String(), { maxItems: 10_000 });
  assert.equal(explainProblems(bounded, value, 10).length, 1);
});
