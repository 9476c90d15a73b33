/** How the text of macros is put in, and how places in it are carried back to their calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../diagnose/diagnostics.ts';
import { expandMacros } from './macros.ts';

const VALUES: readonly (readonly [call: string, ...values: readonly string[]])[] = [
  ['`m`'],
  ['` m `'],
  ['`m()`'],
  ['`m(  )`'],
  ['`m(1)`', '1'],
  ['`m( a , b )`', 'a', 'b'],
  ['`m(a,)`', 'a', ''],
  ['`m(f(a, b), c)`', 'f(a, b)', 'c'],
  ['`m(f(g(a, b), c), d)`', 'f(g(a, b), c)', 'd'],
  ['`m((a), b)`', '(a)', 'b'],
  ['`m("a, b", c)`', '"a, b"', 'c'],
  ['`m("(", c)`', '"("', 'c'],
  ['`m("a"b, c)`', '"a"b', 'c'],
  ['`m("never ends, c)`', '"never ends, c'],
];

for (const [call, ...values] of VALUES) {
  test(`${call} has the values ${JSON.stringify(values)}`, () => {
    const given: (readonly string[])[] = [];
    const { text, diagnostics } = expandMacros(`x ${call} y`, (name, those) => {
      assert.equal(name, 'm');
      given.push(those);
      return 'text';
    });

    assert.deepEqual(given, [values]);
    assert.deepEqual([text, diagnostics], ['x text y', []]);
  });
}

test('a text without macros, or without a source of them, stays as it is', () => {
  const problem = problemAt(1, 2);

  for (const [text, expand] of [
    ['a | head', () => 'x'],
    ['a `m`', undefined],
  ] as const) {
    const expanded = expandMacros(text, expand);
    assert.deepEqual([expanded.text, expanded.diagnostics], [text, []]);
    assert.equal(expanded.toGiven(problem), problem);
  }
});

function problemAt(start: number, end: number, fix?: readonly [number, number]): Diagnostic {
  return {
    code: 'unexpected-token',
    severity: 'error',
    start,
    end,
    message: '',
    expected: [],
    fix: fix && { label: '', text: '', start: fix[0], end: fix[1] },
  };
}

test('places before, in, between and behind macros are those of the text as given', () => {
  // given:    ab `m` cd `m(1)` ef
  // expanded: ab WORDS cd WORDS ef
  const given = 'ab `m` cd `m(1)` ef';
  const expanded = expandMacros(given, () => 'WORDS');
  const toGiven = (problem: Diagnostic): Diagnostic => expanded.toGiven(problem);
  const carried = (start: number, end: number): string => {
    const at = toGiven(problemAt(start, end));
    return given.slice(at.start, at.end);
  };

  assert.equal(expanded.text, 'ab WORDS cd WORDS ef');
  assert.equal(carried(0, 2), 'ab');
  assert.equal(carried(3, 8), '`m`');
  assert.equal(carried(4, 5), '`m`');
  assert.equal(carried(2, 4), ' `m`');
  assert.equal(carried(7, 11), '`m` cd');
  assert.equal(carried(8, 9), ' ');
  assert.equal(carried(9, 11), 'cd');
  assert.equal(carried(12, 13), '`m(1)`');
  assert.equal(carried(18, 20), 'ef');
  assert.deepEqual([toGiven(problemAt(20, 20)).start, toGiven(problemAt(20, 20)).end], [19, 19]);
  assert.deepEqual([toGiven(problemAt(9, 9)).start, toGiven(problemAt(9, 9)).end], [7, 7]);
});

test('a change is offered where it does not lie in the text of a macro', () => {
  const expanded = expandMacros('ab `m` cd', () => 'WORDS');
  const toGiven = (problem: Diagnostic): Diagnostic => expanded.toGiven(problem);
  const fixOf = (start: number, end: number): unknown => {
    const { fix } = toGiven(problemAt(start, end, [start, end]));
    return fix && [fix.start, fix.end];
  };

  assert.deepEqual(fixOf(0, 2), [0, 2]);
  assert.deepEqual(fixOf(0, 3), [0, 3]);
  assert.equal(fixOf(0, 4), undefined);
  assert.equal(fixOf(3, 8), undefined);
  assert.equal(fixOf(7, 9), undefined);
  assert.deepEqual(fixOf(8, 9), [6, 7]);
  assert.deepEqual(fixOf(9, 11), [7, 9]);
  assert.equal(toGiven(problemAt(9, 11)).fix, undefined);
});

const QUERY_MAX = 16_384;

test('a query with its macros may be as long as a query, and so may the text of one', () => {
  const refusals = (text: string, length: number): string[] => {
    const { diagnostics } = expandMacros(text, () => 'a'.repeat(length));
    return diagnostics.map(
      ({ start, end, code, message }) => `${start}-${end} ${code}: ${message}`,
    );
  };

  assert.deepEqual(refusals('`m`', QUERY_MAX), []);
  assert.deepEqual(refusals('x `m`', QUERY_MAX + 1), [
    '2-5 text-too-long: The definition of `m` exceeds the maximum length of a query.',
  ]);
  assert.deepEqual(refusals('x`m`', QUERY_MAX), [
    `0-4 text-too-long: After macro expansion, the query has ${QUERY_MAX + 1} characters. The limit is ${QUERY_MAX}.`,
  ]);
});

test('a query that grew too long is read as it was given', () => {
  const expanded = expandMacros('x`m`', () => 'a'.repeat(QUERY_MAX));
  const problem = problemAt(1, 2);

  assert.equal(expanded.text, 'x`m`');
  assert.equal(expanded.toGiven(problem), problem);
});

test('a macro that is not there is named, or shown where it has no name', () => {
  const messages = (text: string) =>
    expandMacros(text, () => undefined).diagnostics.map(
      ({ code, start, end, message, severity }) => [code, start, end, message, severity],
    );

  assert.deepEqual(messages('a `nope(1)` b'), [
    ['macro-unavailable', 2, 11, 'Unknown macro `nope`.', 'error'],
  ]);
  assert.deepEqual(messages('`a b`'), [
    ['macro-unavailable', 0, 5, 'Unknown macro ``a b``.', 'error'],
  ]);
  assert.deepEqual(messages('a `open'), [
    ['macro-unavailable', 2, 7, 'Unknown macro ``open`.', 'error'],
  ]);
});

test('macros inside macros stand at the call that is seen', () => {
  const texts: Readonly<Record<string, string>> = { outer: 'a `inner` b', inner: 'c' };
  const expanded = expandMacros('x `outer` y', (name) => texts[name]);
  const lost = expandMacros('x `outer` y', (name) =>
    name === 'outer' ? texts['outer'] : undefined,
  );

  assert.equal(expanded.text, 'x a c b y');
  assert.equal(lost.text, 'x a  b y');
  assert.deepEqual(
    lost.diagnostics.map(({ start, end }) => [start, end]),
    [[2, 9]],
  );
});
