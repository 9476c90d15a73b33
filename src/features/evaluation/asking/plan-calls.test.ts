import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRequest } from '../input/run-request.ts';
import { answerTokensMax, planCalls, tokensForRows, tokensOfRun } from './plan-calls.ts';

/** Each sign is a token; an item takes four more. */
function asked(criteria: number, items: readonly number[], more: Partial<RunRequest> = {}) {
  return {
    criteria: '!'.repeat(criteria),
    items: items.map((tokens, i) => ({ id: `i${i}`, description: '!'.repeat(tokens) })),
    mode: 'test_classification',
    model: 'haiku-4-5',
    logCompression: true,
    options: {},
    isPreview: false,
    ...more,
  } as const satisfies RunRequest;
}

const many = (count: number, tokens: number): number[] =>
  Array.from({ length: count }, () => tokens);
const generic = { mode: 'generic_verdict' } as const;
const opus = { model: 'opus-4-7' } as const;

for (const [name, request, sizes] of [
  ['no items', asked(3, []), [1]],
  ['conclusions that the evaluator finds itself', asked(3, [5, 5], generic), [0]],
  ['a hundred items', asked(0, many(100, 1)), [100]],
  ['one item more', asked(0, many(101, 1)), [100, 1]],
  // 30,000 tokens of the model are 25,000 of ours, less 1,500 for the frame.
  ['items that fill a question', asked(0, many(50, 466)), [50]],
  ['items that fill a question, and criteria', asked(1, many(50, 466)), [49, 1]],
  ['one token too many', asked(0, [...many(49, 466), 467]), [49, 1]],
  ['questions one after the other', asked(0, many(110, 466)), [50, 50, 10]],
  ['a model that counts more', asked(0, many(50, 466), opus), [39, 11]],
] as const) {
  test(`${name}: ${sizes.join(' and ')} items are asked about together`, () => {
    assert.deepEqual(
      planCalls(request).map(({ length }) => length),
      sizes,
    );
    assert.deepEqual(
      planCalls(request)
        .flat()
        .map(({ id }) => id),
      sizes[0] === 0
        ? []
        : request.items.length === 0
          ? ['criteria']
          : request.items.map(({ id }) => id),
    );
  });
}

for (const [name, request, tokens] of [
  ['criteria alone', asked(3, []), 41_666 - 1_503 - 7],
  ['an item', asked(0, [2]), 41_666 - 1_500 - 6],
  ['the largest of two questions', asked(0, many(101, 1)), 41_666 - 1_500 - 500],
  ['hints', asked(0, [2, 2], generic), 41_666 - 1_500 - 12],
  ['a model that counts more', asked(0, [2], opus), 33_333 - 1_500 - 6],
  ['more than there is room for', asked(0, many(200, 500), generic), 16_666],
] as const) {
  test(`rows may take ${tokens} tokens beside ${name}`, () => {
    assert.equal(tokensForRows(request), tokens);
  });
}

test('an answer may be longer the more items it is about', () => {
  assert.equal(answerTokensMax(0), 4_000);
  assert.equal(answerTokensMax(1), 650);
  assert.equal(answerTokensMax(100), 15_500);
});

for (const [name, request, lineTokens, least, most] of [
  ['items', asked(2, [3, 3]), 100, { in: 430, out: 40 }, { in: 3_880, out: 1_600 }],
  ['hints', asked(2, [3], generic), 100, { in: 424, out: 20 }, { in: 3_862, out: 8_000 }],
  [
    'two questions',
    asked(0, many(101, 1)),
    0,
    { in: 750 + 337, out: 2_020 },
    { in: 4_800 + 3_612, out: 32_300 },
  ],
] as const) {
  test(`a run with ${name} takes so many tokens at least and at most`, () => {
    assert.deepEqual(tokensOfRun(request, lineTokens), { least, most });
  });
}
