import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../parser/parser.ts';
import type { Expression } from '../tree/expression.ts';
import { printExpression } from './expression.ts';

function expressionOf(text: string): Expression {
  const { query, diagnostics } = parse(`* | where ${text}`);
  assert.deepEqual(diagnostics, [], text);
  const stage = query?.stages[1];
  assert.ok(stage?.kind === 'where', text);
  return stage.condition;
}

/** As it is written, in the fewest parentheses, and with all that help. */
const PRINTED: readonly (readonly [given: string, short: string, explicit: string])[] = [
  ['a=1', 'a=1', 'a=1'],
  ['a!=1', 'a!=1', 'a!=1'],
  ['a>1', 'a > 1', 'a > 1'],
  ['a<=1', 'a <= 1', 'a <= 1'],
  ['(a=1) AND (b=2)', 'a=1 AND b=2', 'a=1 AND b=2'],
  ['a=1 OR b=2 AND c=3', 'a=1 OR b=2 AND c=3', 'a=1 OR (b=2 AND c=3)'],
  ['(a=1 OR b=2) AND c=3', '(a=1 OR b=2) AND c=3', '(a=1 OR b=2) AND c=3'],
  ['a=1 XOR b=2 OR c=3', 'a=1 XOR b=2 OR c=3', 'a=1 XOR (b=2 OR c=3)'],
  ['(a=1 XOR b=2) OR c=3', '(a=1 XOR b=2) OR c=3', '(a=1 XOR b=2) OR c=3'],
  ['NOT a=1', 'NOT a=1', 'NOT (a=1)'],
  ['NOT NOT a=1', 'NOT NOT a=1', 'NOT (NOT (a=1))'],
  ['NOT (a=1 AND b=2)', 'NOT (a=1 AND b=2)', 'NOT (a=1 AND b=2)'],
  ['NOT a=1 AND b=2', 'NOT a=1 AND b=2', '(NOT (a=1)) AND b=2'],
  ['a IN (1, 2) OR b=1', 'a IN (1, 2) OR b=1', 'a IN (1, 2) OR b=1'],
  ['a+1 IN (1, 2)', 'a + 1 IN (1, 2)', '(a + 1) IN (1, 2)'],
  ['a . "x" = "yx"', 'a . "x"="yx"', '(a . "x")="yx"'],
  ['a . (b . c) = "x"', 'a . (b . c)="x"', '(a . (b . c))="x"'],
  ['a + b . c = "x"', 'a + b . c="x"', '((a + b) . c)="x"'],
  ['a - b - c > 0', 'a - b - c > 0', '((a - b) - c) > 0'],
  ['a - (b - c) > 0', 'a - (b - c) > 0', '(a - (b - c)) > 0'],
  ['a + b * c > 0', 'a + b * c > 0', '(a + (b * c)) > 0'],
  ['(a + b) * c > 0', '(a + b) * c > 0', '((a + b) * c) > 0'],
  ['a / (b * c) > 0', 'a / (b * c) > 0', '(a / (b * c)) > 0'],
  ['a % b / c > 0', 'a % b / c > 0', '((a % b) / c) > 0'],
  ['-a * b > 0', '-a * b > 0', '(-a * b) > 0'],
  ['-(a * b) > 0', '-(a * b) > 0', '-(a * b) > 0'],
  ["'a b'=1", "'a b'=1", "'a b'=1"],
  ['len(a) > 1', 'len(a) > 1', 'len(a) > 1'],
  [
    'if(a=1 OR b=2 AND c=3, 1, 2)=1',
    'if(a=1 OR b=2 AND c=3, 1, 2)=1',
    'if(a=1 OR (b=2 AND c=3), 1, 2)=1',
  ],
  ['match(a, "\\d+\\"")', 'match(a, "\\d+\\"")', 'match(a, "\\d+\\"")'],
  ['a="\\\\d"', 'a="\\\\d"', 'a="\\\\d"'],
];

for (const [given, short, explicit] of PRINTED) {
  test(`${given} is printed as ${short}, and in full as ${explicit}`, () => {
    const expression = expressionOf(given);

    assert.equal(printExpression(expression), short);
    assert.equal(printExpression(expression, true), explicit);
    assert.equal(printExpression(expressionOf(short)), short);
    assert.equal(printExpression(expressionOf(explicit)), short);
  });
}
