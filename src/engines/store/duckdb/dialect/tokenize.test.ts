import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoundValues, typeOfValue, type BoundValue } from './bound-values.ts';
import { balanced } from './balanced.ts';
import { tokenize, unescapeText } from './tokenize.ts';

test('a statement is words, numbers, texts, values and signs', () => {
  assert.deepEqual(tokenize(" a_1 `b c` 12 1.5e-3 'd''e' {p1: Array(String) } -> <= <> || . \n"), [
    { kind: 'word', text: 'a_1', isQuoted: false },
    { kind: 'word', text: 'b c', isQuoted: true },
    { kind: 'number', text: '12' },
    { kind: 'number', text: '1.5e-3' },
    { kind: 'string', text: 'd' },
    { kind: 'string', text: 'e' },
    { kind: 'parameter', name: 'p1', type: 'Array(String)' },
    { kind: 'symbol', text: '->' },
    { kind: 'symbol', text: '<=' },
    { kind: 'symbol', text: '<>' },
    { kind: 'symbol', text: '||' },
    { kind: 'symbol', text: '.' },
    { kind: 'end' },
  ]);
  assert.deepEqual(tokenize(''), [{ kind: 'end' }]);
});

test('a backslash says what the character behind it means', () => {
  assert.equal(
    unescapeText(String.raw`\b\f\r\n\t\0\a\v|\\|\'|\`|\q|\%`),
    "\b\f\r\n\t\0\x07\v|\\|'|`|\\q|\\%",
  );
  assert.equal(unescapeText('plain'), 'plain');
});

/** Types, values as they are sent, and as they are bound; those that are refused, and why. */
const VALUES: readonly (readonly [type: string, text: string, value: BoundValue | string])[] = [
  ['String', String.raw`a\'b`, { type: 'VARCHAR', value: "a'b" }],
  ["DateTime64(3, 'UTC')", '1970-01-01 00:00:01.250', { type: 'TIMESTAMP_MS', value: 1_250 }],
  ["DateTime64(3, 'UTC')", 'yesterday', 'not an instant'],
  ['UInt32', '7', { type: 'UINTEGER', value: 7 }],
  ['UInt32', '', 'not a number'],
  ['Float64', '-1.5', { type: 'DOUBLE', value: -1.5 }],
  ['Float64', 'x', 'not a number'],
  ['UInt64', '18446744073709551615', { type: 'UBIGINT', value: 2n ** 64n - 1n }],
  ['Int64', '-5', { type: 'BIGINT', value: -5n }],
  ['Bool', 'true', { type: 'BOOLEAN', value: true }],
  ['Bool', 'false', { type: 'BOOLEAN', value: false }],
  ['Array(String)', String.raw`['a','b,\'c','']`, { type: 'VARCHAR[]', value: ['a', "b,'c", ''] }],
  ['Array(String)', '[]', { type: 'VARCHAR[]', value: [] }],
  ['Array(UInt64)', '[1,2]', { type: 'UBIGINT[]', value: [1n, 2n] }],
  ['Array(UInt64)', '[]', { type: 'UBIGINT[]', value: [] }],
  ['Array(Float64)', '[1.5,-2]', { type: 'DOUBLE[]', value: [1.5, -2] }],
  ['Date', '2026-01-01', 'values of the type Date are not known'],
];

for (const [type, text, expected] of VALUES) {
  test(`${text} of the type ${type} is ${typeof expected === 'string' ? 'refused' : 'read'}`, () => {
    const { read } = createBoundValues(new Map([['p1', text]]));
    const use = { kind: 'parameter', name: 'p1', type } as const;

    if (typeof expected === 'string') assert.throws(() => read(use), { message: expected });
    else assert.deepEqual(read(use), expected);
  });
}

test('the same value has one place, another type or sign has its own', () => {
  const { bind, values } = createBoundValues(new Map());
  const bound: BoundValue[] = [
    { type: 'VARCHAR', value: '1' },
    { type: 'UINTEGER', value: 1 },
    { type: 'VARCHAR', value: '1' },
    { type: 'DOUBLE', value: 0 },
    { type: 'DOUBLE', value: -0 },
    { type: 'VARCHAR[]', value: ['a,b'] },
    { type: 'VARCHAR[]', value: ['a', 'b'] },
    { type: 'UBIGINT[]', value: [1n] },
    { type: 'UBIGINT[]', value: [1n] },
  ];

  assert.deepEqual(bound.map(bind), [
    'CAST($p1 AS VARCHAR)',
    'CAST($p2 AS UINTEGER)',
    'CAST($p1 AS VARCHAR)',
    'CAST($p3 AS DOUBLE)',
    'CAST($p4 AS DOUBLE)',
    'CAST($p5 AS VARCHAR[])',
    'CAST($p6 AS VARCHAR[])',
    'CAST($p7 AS UBIGINT[])',
    'CAST($p7 AS UBIGINT[])',
  ]);
  assert.deepEqual([...values.keys()], ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']);
});

test('a value that was not sent is refused', () => {
  const { read } = createBoundValues(new Map());
  assert.throws(() => read({ kind: 'parameter', name: 'p9', type: 'String' }), {
    message: 'there is no value for p9',
  });
});

test('each type that is bound is one that expressions know', () => {
  const typeOf = (type: BoundValue['type']) => typeOfValue({ type } as BoundValue);
  assert.deepEqual(
    (
      ['VARCHAR', 'TIMESTAMP_MS', 'DOUBLE', 'UINTEGER', 'UBIGINT', 'BIGINT', 'BOOLEAN'] as const
    ).map(typeOf),
    ['text', 'time', 'float', 'integer', 'integer', 'integer', 'boolean'],
  );
  assert.deepEqual((['VARCHAR[]', 'UBIGINT[]', 'DOUBLE[]'] as const).map(typeOf), [
    { kind: 'list', of: 'text' },
    { kind: 'list', of: 'integer' },
    { kind: 'list', of: 'float' },
  ]);
});

test('a chain of more than sixteen parts is cut in half', () => {
  const parts = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
  assert.equal(balanced(parts(16), '*'), `(${parts(16).join(' * ')})`);
  assert.equal(
    balanced(parts(17), '+'),
    '((1 + 2 + 3 + 4 + 5 + 6 + 7 + 8) + (9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17))',
  );
});
