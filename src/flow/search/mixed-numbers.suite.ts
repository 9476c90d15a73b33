/** What counts, measures, times, texts and lists become where a query lets either of two stand. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { SECOND_MS } from '../../spec/units.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 30);
/** Rows of which `count`, `dc` and `events` are whole for the store, and the rest is not. */
const ROWS =
  'source=mixed | stats count, dc(user) AS dc, avg(n) AS avg, max(_time) AS at, values(user) AS list, first(user) AS word BY host | eventstats count AS events';
const VALUES = [
  'count',
  'events',
  'avg',
  'at',
  'list',
  'word',
  'len(host)',
  'mvcount(list)',
  '2.5',
  'tonumber("NaN")',
  'null()',
];
const COMBINED: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `if(host="a", ${a}, ${b})`,
  (a, b) => `case(host="a", ${a}, host="b", ${b})`,
  (a, b) => `coalesce(${a}, ${b})`,
  (a, b) => `max(${a}, ${b}, 1)`,
  (a, b) => `min(${a}, ${b}, 1)`,
  (a, b) => `nullif(${a}, ${b})`,
  (a, b) => `mvappend(${a}, ${b})`,
  (a, b) => `10 / (${a} + ${b})`,
  (a, b) => `${a} - ${b} % 2`,
  (a, b) => `round(${a}, ${b}) * pow(${a}, ${b})`,
  (a, b) => `if(${a} > ${b} OR ${a} IN (${b}, 3), ${b}, ${a})`,
];
/** What follows commands that put two columns into one, or read one as a number. */
const BEHIND = [
  'sort x, -y | streamstats sum(x) AS s, max(y) AS m',
  'stats sum(x) AS s, avg(y) AS v, max(x) AS m, dc(y) AS d, list(x) AS l, values(y) AS w',
  'append [search * | stats count AS x] | append [search * | stats avg(n) AS y] | sort x y',
  `join type=left overwrite=true host [search ${ROWS} | rename count AS y | fields host y] | fillnull | sort y`,
  'appendcols override=true [search * | stats count AS x] | fillnull value=1.5 x y | sort x',
  'addtotals fieldname=t x y | addcoltotals x y | accum x | delta y AS d | filldown x',
  'table host x y | untable host name value | chart sum(value) OVER host BY name',
  'table host x y | transpose 0 header_field=host | sort column',
  'eval m=max(x, y) | bin m span=2 | top m | eval r=if(count > 1, count, percent)',
];

export function mixedNumbersSuite(engine: EmbeddedEngine): void {
  let tested: SearchUnderTest;

  before(async () => {
    tested = await openSearch({ now: NOW, engine });
    await tested.insert(
      ['ann', 'bob', 'eve', 'ann', ''].map((user, i) => ({
        body: `line ${i}`,
        source: 'mixed',
        timestamp: NOW - (i + 1) * SECOND_MS,
        attributes: [
          ['host', i < 3 ? 'a' : 'b'],
          ['n', String(i + 0.5)],
          ...(user === '' ? [] : [['user', user] as const]),
        ],
      })),
    );
  });
  after(() => tested[Symbol.asyncDispose]());
  const answers = (query: string): Promise<void> => assert.doesNotReject(tested.rows(query), query);

  for (const [i, a] of VALUES.entries()) {
    test(`${a} beside other values`, async () => {
      for (const b of VALUES.slice(i)) {
        const fields = COMBINED.flatMap((of, n) => [`f${n}=${of(a, b)}`, `g${n}=${of(b, a)}`]);
        const query = `${ROWS} | eval ${fields.join(', ')} | sort f0 f2 g3`;
        await answers(query);
      }
    });
  }

  for (const behind of BEHIND) {
    test(`two values, then ${behind.slice(0, 40)}`, async () => {
      for (const [i, a] of VALUES.entries()) {
        const b = VALUES[(i * 3 + 2) % VALUES.length] ?? 'count';
        const query = `${ROWS} | eval x=${a}, y=if(host="a", ${b}, ${a}) | fields host x y | ${behind}`;
        await answers(query);
      }
    });
  }

  test('a count beside a number stays the number it is', async () => {
    const rows = await tested.rows(
      `${ROWS} | eval r=round(10 / max(count, 1), 2), i=if(host="a", count, 0.5), c=coalesce(dc, 7), n=min(len(host), 2.5) | table r i c n`,
    );
    assert.deepEqual(rows, [
      { r: 3.33, i: 3, c: 3, n: 1 },
      { r: 5, i: 0.5, c: 1, n: 1 },
    ]);
    assert.deepEqual(
      await tested.rows(`${ROWS} | stats sum(eval(if(host="a", count, 0.5))) AS s`),
      [{ s: 3.5 }],
    );
  });
}
