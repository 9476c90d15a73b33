import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import {
  createTextCounter,
  joinCounts,
  memoryOf,
  shownCounts,
  type TextCounter,
  type TextCounts,
} from './count-texts.ts';

const SEED = 4_711;

function addTexts(counter: TextCounter, texts: readonly string[], lengthMin = 0): void {
  const bytes = texts.map((text) => Buffer.from(text));
  const lengths = Uint32Array.from(bytes, ({ length }) => length);
  let end = 0;
  const starts = lengths.map((length) => (end += length) - length);
  counter.addEach(Buffer.concat(bytes), { starts, lengths }, lengthMin);
}

function read({ bytes, lengths, counts }: TextCounts): Map<string, number> {
  let end = 0;
  const texts = Array.from(lengths, (length) => {
    end += length;
    return Buffer.from(bytes.subarray(end - length, end)).toString();
  });
  assert.equal(new Set(texts).size, texts.length, 'each text once');
  return new Map(texts.map((text, i) => [text, counts[i] ?? 0]));
}

function countedOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function sorted(counts: Map<string, number>): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Of all lengths around those of one and two words, some of them alike but for a byte. */
function someTexts(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const text = random.pick([
      '',
      'a',
      'ü',
      'user',
      'user-0',
      'user-000',
      'user-0000',
      'x'.repeat(40),
    ]);
    const more = random.chance(0.3) ? '' : String(random.integer(0, 3_000));
    return random.chance(0.5) ? text + more : more + text;
  });
}

test('texts of all lengths are counted as a map counts them', () => {
  const texts = someTexts(12_000, SEED);
  const counter = createTextCounter();
  for (let i = 0; i < texts.length; i += 1_000) addTexts(counter, texts.slice(i, i + 1_000));

  const counts = countedOf(texts);
  assert.equal(counter.size(), counts.size);
  assert.deepEqual(sorted(read(counter.all())), sorted(counts));
});

test('a zero byte, the end of a text and its beginning tell texts apart', () => {
  const texts = ['\0', '\0\0', '', 'abcd', 'abcd\0', 'abcdabcd', 'bcdabcda', 'abcda', 'aabcd'];
  const counter = createTextCounter();
  addTexts(counter, [...texts, ...texts]);

  assert.deepEqual(sorted(read(counter.all())), sorted(countedOf([...texts, ...texts])));
});

test('shorter texts are left out when so many bytes are asked for', () => {
  const counter = createTextCounter();
  addTexts(counter, ['', 'a', 'ab', 'a'], 1);

  assert.deepEqual(read(counter.all()), new Map(Object.entries({ a: 2, ab: 1 })));
});

test('what several have counted is what one would have counted', () => {
  const texts = someTexts(6_000, SEED + 1);
  const shares = [0, 1, 2].map((share) => {
    const counter = createTextCounter();
    addTexts(
      counter,
      texts.filter((_, i) => i % 3 === share),
    );
    return counter.all();
  });

  const joined = read(joinCounts(shares));
  assert.deepEqual(sorted(joined), sorted(countedOf(texts)));
  for (const share of shares) assert.equal(memoryOf(share).length, 3, 'nothing is copied');
});

test('of many texts the most frequent are shown, with all that are as frequent as the last', () => {
  const texts = Array.from({ length: 1_000 }, (_, i) => `t${i}`);
  const often = ['often', 'often', 'often', 'often', 'b', 'b', 'b', 'c', 'c', 'c'];
  const counter = createTextCounter();
  addTexts(counter, [...texts, ...often]);
  const all = counter.all();

  const shown = shownCounts(all, { max: 100, top: 2 });
  assert.deepEqual(shown && sorted(read(shown)), Object.entries({ b: 3, c: 3, often: 4 }));
  assert.equal(shown?.total, texts.length + often.length);
  assert.equal(shownCounts(all, { max: 100, top: 4 }), undefined, 'as many as often as the last');
  assert.equal(shownCounts(all, { max: 100, top: undefined }), undefined);
  assert.equal(shownCounts(all, { max: 2_000, top: undefined })?.counts.length, 1_003);
});

test('where lists are among many texts, only the engine tells their elements', () => {
  const counter = createTextCounter();
  addTexts(counter, [...Array.from({ length: 200 }, (_, i) => `t${i}`), '["t1"]']);

  assert.equal(shownCounts(counter.all(), { max: 100, top: 1 }), undefined);
});
