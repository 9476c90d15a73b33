import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { wordsOfRegex } from './regex-words.ts';

const CASES: readonly (readonly [regex: string, words: readonly string[]])[] = [
  ['/orders/[0-9]*77/(items|refund)', ['orders']],
  ['failed to charge card for order \\d+', ['to', 'charge', 'card', 'for', 'order']],
  ['error code=(\\d+), retry', ['code']],
  ['orders', []],
  ['^orders/', []],
  ['/orders/*', []],
  ['/orders/?x', []],
  ['/orders/+x', []],
  ['/orders{2}/', []],
  ['/orders/{2} /lines/', ['lines']],
  ['/orders/|/lines/', []],
  ['(/orders/)', []],
  ['(a|b)/orders/', ['orders']],
  ['(?i)/orders/', []],
  ['(?s)/orders/', ['orders']],
  ['(?:(?i)x)/orders/', []],
  ['/[/orders/]/lines/', ['lines']],
  ['/[]/orders/]/lines/', ['lines']],
  ['/[[:alpha:]/orders/]/lines/', ['lines']],
  ['/[^\\]/orders/]/lines/', ['lines']],
  ['/(\\)/orders/)/lines/', ['lines']],
  ['\\Q/orders/\\E', []],
  ['\\.orders\\.', ['orders']],
  ['\\borders\\b', []],
  ['/\\x{41}orders/', []],
  ['/\\x41orders/', []],
  ['/\\pLorders/', []],
  ['/\\p{Greek}orders/', []],
  ['/éorders/', []],
  ['\\|orders\\|', []],
  ['/a/b/a/', ['a', 'b']],
  ['', []],
];

for (const [regex, words] of CASES) {
  test(`the words of ${regex === '' ? 'nothing' : regex}`, () => {
    assert.deepEqual(wordsOfRegex(regex), words);
  });
}

test('no text for which an expression holds is without its words', () => {
  const seed = 77;
  const random = seededRandom(seed);
  const pieces = [
    '/',
    'ab',
    'c1',
    ' ',
    '-',
    '(a|/)',
    '[/a]',
    '.',
    '/?',
    'c*',
    '/+',
    '\\.',
    '\\d',
    '^',
    'é',
  ];
  const letters = ['/', 'ab', 'c1', ' ', '-', 'a', 'b', 'c', '1', '.', 'é', 'ccc', '///'];
  let matched = 0;
  for (let i = 0; i < 20_000; i++) {
    const take = (from: readonly [string, ...string[]], count: number): string =>
      Array.from({ length: count }, () => random.pick(from)).join('');
    const regex = take(pieces as [string, ...string[]], random.integer(1, 7));
    const text = take(letters as [string, ...string[]], random.integer(1, 12));
    if (!new RegExp(regex, 'su').test(text)) continue;
    matched++;
    const tokens = text.toLowerCase().split(/[^A-Za-z0-9\u0080-\u{10ffff}]+/u);
    for (const word of wordsOfRegex(regex)) {
      assert.ok(tokens.includes(word.toLowerCase()), `seed ${seed}: ${regex} in ${text}`);
    }
  }
  assert.ok(matched > 1_000);
});
