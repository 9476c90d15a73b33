/** Patterns: whatever is written in one, a text is compared with it in time that grows with both their lengths. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';

const PATTERN_CHARACTERS = 64;
const TEXT_CHARACTERS = 10_000;
/** Each takes some milliseconds. What tries places again and again takes hours: a busy machine is no reason. */
const MS_MAX = 5_000;
const SEED = 4_711;

/** Letters of one byte, and of several. */
const ALPHABETS = [
  ['a', 'b'],
  ['ä', '😀'],
] as const;

/** A letter, or what a pattern of the language and of LIKE leaves open. */
type Piece = (typeof ALPHABETS)[number][number] | '*' | '?';

/** What is worst for a matcher that tries every place of a wildcard, and whatever else. */
function patterns([a, b]: (typeof ALPHABETS)[number]): Piece[][] {
  const random = seededRandom(SEED);
  const repeated = (unit: readonly Piece[], last: Piece): Piece[] => [
    ...Array.from(
      { length: Math.floor((PATTERN_CHARACTERS - 1) / unit.length) },
      () => unit,
    ).flat(),
    last,
  ];
  return [
    repeated(['*', a], b),
    repeated(['*', a], '*'),
    repeated(['*', a, '?'], b),
    repeated(['*', '?'], b),
    repeated(['*'], b),
    repeated(['?'], '*'),
    repeated(['*', a, a], b),
    ['*', a, ...Array.from({ length: 30 }, () => '?' as const), '*', b, '?'],
    ...Array.from({ length: 12 }, () =>
      Array.from({ length: PATTERN_CHARACTERS }, () => random.pick([a, b, '*', '?', a, '*'])),
    ),
  ];
}

onBothEngines((engine) => {
  const now = Date.UTC(2026, 10, 15);
  const opened = openSearch({ now, engine });
  after(async () => {
    await (await opened)[Symbol.asyncDispose]();
  });
  async function rowsInTime(query: string): Promise<number> {
    const search = await opened;
    const startedAt = performance.now();
    const { length } = await search.rows(query);
    const ms = performance.now() - startedAt;
    assert.ok(ms < MS_MAX, `${ms.toFixed(0)} ms, seed ${SEED}: ${query.slice(-200)}`);
    return length;
  }

  for (const alphabet of ALPHABETS) {
    test(`no pattern of 64 characters takes long on 10,000 of ${alphabet.join('')}`, () =>
      assertQuick(alphabet));
  }

  async function assertQuick(alphabet: (typeof ALPHABETS)[number]): Promise<void> {
    const search = await opened;
    const [a, b] = alphabet;
    const letters = Array.from({ length: TEXT_CHARACTERS }, () => a);
    const field = `z${b.length}`;
    await search.insert([
      {
        timestamp: now - 1_000,
        body: letters.join(''),
        attributes: [
          [field, letters.join('')],
          ['last', b],
        ],
      },
    ]);
    await search.rows(`${field}="b*" | head 1`);

    for (const pattern of patterns(alphabet)) {
      const isFitting = fits(pattern, letters) ? 1 : 0;
      const like = pattern.map((each) => ({ '*': '%', '?': '_' })[each as '*'] ?? each).join('');
      const stars = pattern.map((each) => (each === '?' ? a : each));
      const starsFit = fits(stars, letters) ? 1 : 0;
      const star = stars.join('');
      const found = {
        field: await rowsInTime(`${field}="${star}"`),
        fieldByCase: await rowsInTime(`${field}=CASE(${star})`),
        like: await rowsInTime(`* | where like(${field},"${like}")`),
        computed: await rowsInTime(`* | where like(${field},"${like}".substr(last,2))`),
        upper: await rowsInTime(`* | search ${field}="${star.toUpperCase()}"`),
        searchmatch: await rowsInTime(`* | where searchmatch("${field}=\\"${star}\\"")`),
      };
      assert.deepEqual(
        found,
        {
          field: starsFit,
          fieldByCase: starsFit,
          like: isFitting,
          computed: isFitting,
          upper: starsFit,
          searchmatch: starsFit,
        },
        star,
      );
      const regex = pattern.map((each) => ({ '*': '.*', '?': '.' })[each as '*'] ?? each).join('');
      assert.equal(await rowsInTime(`* | where match(${field},"^${regex}$")`), isFitting, regex);
      await rowsInTime(`"${star}"`);
      await rowsInTime(`* | replace "${star}" WITH x IN ${field} | head 1`);
      await rowsInTime(`* | fields "${star}"`);
    }
  }
});

/** By a table of what fits how far, so that nobody has to believe it. */
function fits(pattern: readonly Piece[], text: readonly Piece[]): boolean {
  let reached = new Set([0]);
  for (const piece of pattern) {
    if (piece === '*') {
      const first = Math.min(...reached);
      reached = new Set(Array.from({ length: text.length - first + 1 }, (_, i) => first + i));
    } else {
      const isStep = (at: number): boolean =>
        at < text.length && (piece === '?' || text[at] === piece);
      reached = new Set([...reached].filter(isStep).map((at) => at + 1));
    }
    if (reached.size === 0) return false;
  }
  return reached.has(text.length);
}
