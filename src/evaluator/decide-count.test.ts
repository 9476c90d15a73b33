import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideCount } from './decide-count.ts';
import { type Evidence, wholeCandidate } from './decision.ts';
import { indexLines } from './index-lines.ts';
import { judgeText } from './judge-text.ts';
import { readExpectation } from './read-expectation.ts';

interface Given {
  readonly item?: string;
  readonly min?: number;
  readonly max?: number;
  /** Segments that speak of the item; all of them where none is named. */
  readonly segments?: readonly number[];
  readonly share?: number;
  readonly status?: Evidence['status'];
  readonly hasOutcome?: boolean;
}

function decide(lines: readonly string[], given: Given = {}) {
  const { item = 'retries', min = 0, max = Infinity, share = 1, hasOutcome = false } = given;
  const index = indexLines(lines);
  const expectation = {
    ...readExpectation(item, index),
    outcome: hasOutcome ? ('success' as const) : undefined,
  };
  const judged = (given.segments ?? index.segments.map((_, at) => at)).map((segment): Evidence => {
    const judgement = judgeText(index.segments[segment]?.text ?? '', index.wordsOf(segment));
    const candidate = { ...wholeCandidate(segment, new Set()), share };
    return { candidate, judgement, status: given.status, isExplicit: false };
  });
  const nearest = wholeCandidate(0, new Set(['nearest']));
  const decision = decideCount(index, expectation, { min, max }, judged, nearest);
  assert.equal(decision.nearest, nearest);
  const { status, counted, confidence, evidence } = decision;
  return { status, counted, confidence, cited: evidence.length };
}

const counted = (lines: readonly string[], given?: Given) => decide(lines, given).counted;

test('rows are counted, and the count must lie within the rule', () => {
  const three = ['a retries now', 'b retries now', 'c retries now'];
  const status = (min: number, max: number) => decide(three, { min, max }).status;

  assert.deepEqual(decide(three, { min: 3, max: 3 }), {
    status: 'passed',
    counted: 3,
    confidence: 0.7,
    cited: 3,
  });
  assert.deepEqual(
    [status(0, 3), status(3, 9), status(4, 9), status(0, 2)],
    ['passed', 'passed', 'failed', 'failed'],
  );
  assert.equal(decide([...three, 'd retries now', 'e retries now']).cited, 3);
});

test('only rows that hold enough of the item count, and with an outcome only those that passed', () => {
  const lines = ['a retries now', 'b retries now'];

  assert.equal(decide(lines, { share: 0.85 }).counted, 2);
  assert.equal(decide(lines, { share: 0.84 }).status, 'not_found');
  assert.equal(decide(lines, { hasOutcome: true, status: 'passed' }).counted, 2);
  assert.equal(decide(lines, { hasOutcome: true, status: 'failed' }).status, 'not_found');
  assert.equal(decide(lines, { hasOutcome: true }).status, 'not_found');
  assert.equal(decide(lines, { status: 'failed' }).counted, 2);
  assert.equal(decide([], {}).status, 'not_found');
});

const STATED: readonly (readonly [line: string, number: number])[] = [
  ['job ended retries=3', 3],
  ['job ended retries: 3', 3],
  ['job ended "retries":"3" here', 3],
  ["job ended 'retries' = '3' here", 3],
  ['job ended 3 retries', 3],
  ['job ended 0 retries', 0],
  ['job ended with retries', 1],
  ['job ended retries and 3', 1],
  ['job ended retries 3', 1],
  ['job ended 3, retries', 1],
  ['job ended 3  retries', 1],
  ['4 retries=3', 3],
  ['4 other=3', 1],
];

for (const [line, number] of STATED) {
  test(`"${line}" counts ${number}`, () => {
    assert.equal(counted([line]), number);
  });
}

test('a number that rows state counts when they agree, and the rows otherwise', () => {
  assert.equal(counted(['a retries=5 x', 'b retries=5 y']), 5);
  assert.equal(counted(['a retries=5 x', 'b retries=6 y']), 2);
});

test('the number must be one of what is counted, unless one row alone speaks of it', () => {
  const item = 'retries of zebra';

  assert.equal(counted(['zebra retries=5', 'zebra retries=5'], { item }), 2);
  assert.equal(counted(['zebra retries=5'], { item }), 5);
  assert.equal(counted(['zebra retries=5'], { item: '' }), 1);
});

test('behind a pattern there may be more such rows than it shows', () => {
  const pattern = '[9x] <*> retries now e.g. a retries now | b stays';
  const sample = { segments: [1] };
  const status = (min: number, max: number) => decide([pattern], { ...sample, min, max }).status;

  assert.deepEqual(decide([pattern], { segments: [0] }).counted, 9);
  assert.deepEqual(decide([pattern], { segments: [0, 1] }).counted, 9);
  assert.equal(decide([pattern], sample).counted, 1);
  assert.deepEqual(
    [status(1, 9), status(1, 8), status(2, 9), status(10, 12), status(0, 0), status(9, 9)],
    ['passed', 'not_found', 'not_found', 'failed', 'failed', 'not_found'],
  );
  assert.equal(decide([pattern, 'c retries now'], { segments: [0, 3] }).counted, 10);
});
