import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitWords } from './fit-words.ts';
import { indexLines } from './index-lines.ts';
import { readWords } from './words.ts';

/** The words of an item as the lines write them: what each means, and where it stands in the item. */
function fit(item: string, ...lines: readonly string[]): string[] {
  const index = indexLines(lines);
  const words = readWords(item, index.meanings);
  return fitWords(item, words, index).map(
    ({ concept, start, end }) => `${concept} ${start}-${end}`,
  );
}

const FITTED: readonly (readonly [
  what: string,
  item: string,
  line: string,
  expected: readonly string[],
])[] = [
  ['a number is in digits', 'two zebras', '2 zebras', ['#2 0-3', 'zebra 4-10']],
  ['a number is in digits, up to twelve', 'Twelve zebras', '12 zebras', ['#12 0-6', 'zebra 7-13']],
  ['another number is no number of ours', 'three zebras', '2 zebras', ['thre 0-5', 'zebra 6-12']],
  ['a number is a word, too', 'two zebras', 'two of 2 zebras', ['two 0-3', 'zebra 4-10']],
  ['two words are one', 'zebra box', 'zebrabox open', ['zebrabox 0-9']],
  ['two words with a dash are one', 'zebra-box', 'zebrabox open', ['zebrabox 0-9']],
  ['two words apart stay two', 'zebra, box', 'zebrabox open', ['zebra 0-5', 'box 7-10']],
  [
    'two words stay two where lines have both',
    'zebra box',
    'zebrabox zebra box',
    ['zebra 0-5', 'box 6-9'],
  ],
  [
    'two words become one where lines have one of them',
    'zebra box',
    'zebrabox box',
    ['zebrabox 0-9'],
  ],
  ['what is one in no line stays two', 'zebra box', 'giraffe', ['zebra 0-5', 'box 6-9']],
  ['one word is two', 'zebrabox', 'zebra in a box', ['zebra 0-8', 'box 0-8']],
  ['one word with a half that no line has stays one', 'zebrabox', 'zebra', ['zebrabox 0-8']],
  ['one word that a line has stays one', 'zebrabox', 'zebrabox zebra box', ['zebrabox 0-8']],
  ['a short word stays one', 'gnubox', 'gnu in a box', ['gnubox 0-6']],
  ['seven letters may be two words', 'gnuboxx', 'gnu in a boxx', ['gnu 0-7', 'boxx 0-7']],
  ['a half has three letters at least', 'zebraox', 'zebra and ox', ['zebraox 0-7']],
  ['a half of three letters is one', 'gnuzebra', 'gnu and zebra', ['gnu 0-8', 'zebra 0-8']],
  [
    'a name with an underscore stays',
    'zebra_boxlid',
    'zebra box lid',
    ['zebra 0-5', 'boxlid 6-12'],
  ],
  ['parts of such a name stay two', 'zebra_box', 'zebrabox open', ['zebra 0-5', 'box 6-9']],
  ['a number is no part of a word', 'zebra 4', 'zebra4 open', ['zebra 0-5', '#4 6-7']],
  ['a word that says nothing joins none', 'not zebra', 'notzebra open', ['not 0-3', 'zebra 4-9']],
  ['a part of a path stays one', '/srv/zebrabox', 'srv zebra box', ['srv 1-4', 'zebrabox 5-13']],
  [
    'a part of a name in two cases stays',
    'MyZebrabox',
    'my zebra box',
    ['my 0-10', 'zebrabox 0-10'],
  ],
  [
    'two words become one where lines have the first',
    'zebra box',
    'zebrabox zebra',
    ['zebrabox 0-9'],
  ],
];

for (const [what, item, line, expected] of FITTED) {
  test(`${what}: "${item}" for "${line}"`, () => {
    assert.deepEqual(fit(item, line), expected);
  });
}

test('a name in two cases is one word where lines write it so', () => {
  assert.deepEqual(fit('PostGIS', 'postgis ready'), ['postgi 0-7']);
  assert.deepEqual(fit('PostGIS runs', 'nothing at all').length > 1, true);
});

test('a joined word is read once, and what follows it as it stands', () => {
  assert.deepEqual(fit('zebra box closed box', 'zebrabox gone'), [
    'zebrabox 0-9',
    'clos 10-16',
    'box 17-20',
  ]);
});
