/** Searches from trees, with bounds that no text can express. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines } from '../../../../test/support/search/on-both-engines.ts';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../../engines/store/child/engine-of-folder.ts';
import { parse, type Query } from '../../../language/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { type ArrivalCounting, countArrivals } from './count-arrivals.ts';
import { countTogether } from './count-together.ts';
import { isRowwise, rowwisePart } from './is-rowwise.ts';
import type { SearchBounds } from '../search-bounds.ts';
import { findEventIds, searchTree } from './search-tree.ts';

const NOW = Date.now();
/** Longer than any of the suites that share the process can keep these waiting. */
const LATE_MS_MIN = 20 * MINUTE_MS;
const SLOW_MS = 40 * MINUTE_MS;
const { signal } = new AbortController();

function treeOf(text: string): Query {
  const { query } = parse(text);
  assert(query !== undefined, text);
  return query;
}

interface Trees {
  readonly tested: SearchUnderTest;
  /** When the first and the second batch were stored. */
  readonly first: number;
  readonly second: number;
}

const HOSTS = ['a', 'b'].map((name) => [['host', name] as const]);
const [A = [], B = []] = HOSTS;

async function openTrees(engine: EmbeddedEngine): Promise<Trees> {
  const tested = await openSearch({ now: NOW + HOUR_MS, engine });
  const present = { timestamp: NOW, receivedAt: NOW };
  const old = NOW - 3 * HOUR_MS;
  await tested.insert([
    { body: 'on time', ...present, attributes: A },
    { body: 'slow', timestamp: NOW - SLOW_MS, receivedAt: NOW, attributes: A },
    { body: 'on time', ...present, attributes: B },
  ]);
  await sleep(SECOND_MS + 100);
  await tested.insert([
    { body: 'replayed', timestamp: old, receivedAt: old, attributes: A },
    { body: 'on time', ...present, attributes: A },
  ]);
  const rows = await tested.rows('earliest=-7d | stats min(_indextime) AS a, max(_indextime) AS b');
  const first = Date.parse(String(rows[0]?.['a']));
  const second = Date.parse(String(rows[0]?.['b']));
  assert(second > first);
  return { tested, first, second };
}

const boundsOf = ({ first, second }: Trees) => ({
  from: NOW - DAY_MS,
  to: NOW + DAY_MS,
  stored: { from: first, to: second + SECOND_MS },
  now: NOW,
  timeoutMs: 10_000,
});

async function countIn(trees: Trees, query: string, counting: Partial<ArrivalCounting> = {}) {
  const given = {
    ...boundsOf(trees),
    query: treeOf(query),
    by: [],
    lateMsMin: LATE_MS_MIN,
    order: 'most' as const,
    rowsMax: 10,
    ...counting,
  };
  return countArrivals(trees.tested.needs, trees.tested.actorOf('org_test'), given, signal);
}

onBothEngines((engine: EmbeddedEngine) => {
  let tested: SearchUnderTest;
  let trees: Trees;
  let first = 0;
  let second = 0;
  before(async () => {
    trees = await openTrees(engine);
    ({ tested, first, second } = trees);
  });
  after(() => tested[Symbol.asyncDispose]());

  const bounds = () => boundsOf(trees);
  const actor = () => tested.actorOf('org_test');
  const searched = async (query: string, more: Partial<SearchBounds> = {}, limit = 10) => {
    const search = { ...bounds(), ...more, query: treeOf(query), rowsMax: limit };
    return searchTree(tested.needs, actor(), search, signal);
  };
  const eventsOf = async (search: Partial<SearchBounds>): Promise<string[]> => {
    const { rows } = await searched('* | table event', search);
    return rows.map((row) => String(row['event'])).toSorted();
  };
  const count = (query: string, counting?: Partial<ArrivalCounting>) =>
    countIn(trees, query, counting);

  test('times of storing, accepting and lateness bound what is found', async () => {
    assert.equal((await eventsOf({})).length, 5);
    assert.deepEqual(await eventsOf({ stored: { from: second, to: second + 1 } }), [
      'on time',
      'replayed',
    ]);
    assert.deepEqual(await eventsOf({ stored: { from: first, to: second } }), [
      'on time',
      'on time',
      'slow',
    ]);
    assert.deepEqual(await eventsOf({ arrival: { receivedFrom: NOW } }), [
      'on time',
      'on time',
      'on time',
      'slow',
    ]);
    assert.deepEqual(await eventsOf({ arrival: { lateMsMax: HOUR_MS } }), [
      'on time',
      'on time',
      'on time',
      'slow',
    ]);
    assert.equal((await eventsOf({ arrival: { aheadMsMax: HOUR_MS } })).length, 5);
    assert.deepEqual(await eventsOf({ arrival: { aheadMsMax: -LATE_MS_MIN } }), [
      'replayed',
      'slow',
    ]);
    assert.deepEqual(await eventsOf({ arrival: { lateMsMax: LATE_MS_MIN } }), [
      'on time',
      'on time',
      'on time',
    ]);
  });

  test('a search inside another has the same bounds', async () => {
    const query = '* | stats count AS outer | appendcols [search * | stats count AS inner]';

    const { rows } = await searched(query, { arrival: { lateMsMax: LATE_MS_MIN } });

    assert.deepEqual({ ...rows[0] }, { outer: 3, inner: 3 });
  });

  test('an answer with more rows than asked for says so', async () => {
    assert.equal((await searched('*', {}, 5)).isCut, false);
    const cut = await searched('*', {}, 4);
    assert.deepEqual([cut.isCut, cut.rows.length], [true, 4]);
  });

  test('counts know what is late, by groups', async () => {
    const { rows, isCut } = await count('*', { by: ['host'] });

    assert.equal(isCut, false);
    assert.deepEqual(
      rows.map((row) => [row.key, row.count, row.late, row.lateTimes]),
      [
        [['a'], 4, 2, [NOW - 3 * HOUR_MS, NOW - SLOW_MS]],
        [['b'], 1, 0, undefined],
      ],
    );
    assert.deepEqual(rows[0]?.storedTimes, [first, second]);
    assert.equal((await count('*', { by: ['host'], rowsMax: 1 })).isCut, true);
    const least = await count('*', { by: ['host'], order: 'least' });
    assert.deepEqual(least.rows[0]?.key, ['b']);
    const since = await count('*', { lateStoredFrom: second });
    assert.deepEqual(since.rows[0]?.late, 1);
  });

  test('no events are a count of none', async () => {
    const { rows } = await count('nothing like this');

    assert.deepEqual(
      rows.map((row) => [row.count, row.late, row.lateTimes, row.storedTimes]),
      [[0, 0, undefined, undefined]],
    );
    assert.deepEqual((await count('nothing like this', { by: ['host'] })).rows, []);
  });

  test('counts are made by stretches of own time and of storing', async () => {
    const own = { first: NOW - 4 * HOUR_MS, sizeMs: HOUR_MS };
    const storing = { first, sizeMs: SECOND_MS };
    const at = (second - first) / SECOND_MS;

    const { rows } = await count('* | fields host', { own, storing });
    const stretches = rows.map((row) => `${row.own} ${row.storing}: ${row.count}`);

    assert.deepEqual(stretches.toSorted(), [`1 ${at}: 1`, '3 0: 1', '4 0: 2', `4 ${at}: 1`]);
    assert.equal((await count('*', { windows: storing })).rows[0]?.windows, 2);
  });

  testRows(() => trees);
});

function testRows(trees: () => Trees): void {
  test('several trees are counted together as each is by itself', async () => {
    const { tested } = trees();
    const texts = ['*', 'slow', 'host=a NOT replayed', '* | where host="b"', 'host=nobody'];
    const parts = texts.map((text) => ({ query: treeOf(text) }));
    const accepted = { query: treeOf('*'), receivedFrom: NOW };
    const others = ['* | eval a=1 | where a=1', '* [search slow | fields host]', 'index=_audit'];
    const alone = others.map((text) => ({ query: treeOf(text) }));
    const given = {
      ...boundsOf(trees()),
      parts: [...parts, accepted, ...alone],
      lateMsMin: LATE_MS_MIN,
      partsMax: 4,
    };

    const { counts } = await countTogether(tested.needs, tested.actorOf('org_test'), given, signal);

    for (const [i, text] of texts.entries()) {
      const { count, late, lateTimes } = (await countIn(trees(), text)).rows[0] ?? {};
      assert.deepEqual(counts[i], { count, late, lateTimes }, text);
    }
    assert.deepEqual(counts[texts.length], {
      count: 4,
      late: 1,
      lateTimes: [NOW - SLOW_MS, NOW - SLOW_MS],
    });
    assert.deepEqual(counts.slice(-others.length), [undefined, undefined, undefined]);
  });

  test('every command that works row by row leaves events that can be counted', async () => {
    const queries = [
      '* | eval a=1, b=a+1 | where b=2',
      '* | fields host | rename host AS h | table h',
      '* | rex "(?<word>\\w+)" | regex word="." | search word=*',
      '* | fillnull value=0 host | replace a WITH b IN host',
      '* | makemv delim="," host | nomv host | spath path=a output=c',
      '* | convert num(host) | rangemap field=host low=0-1 default=high',
    ];
    for (const query of queries) {
      assert(isRowwise(treeOf(query)), query);
      assert.equal((await countIn(trees(), query)).rows[0]?.count, 5, query);
    }
    assert(!isRowwise(treeOf('* | head 3')));
    assert(!isRowwise(treeOf('| makeresults')));
    assert.equal(rowwisePart(treeOf('* | eval a=1 | stats count | eval b=1')).stages.length, 2);
    assert.equal(rowwisePart(treeOf('| makeresults | eval a=1')).stages.length, 0);
  });

  test('ids of events are found whatever fields are left', async () => {
    const { tested } = trees();
    const find = async (query: string): Promise<number> => {
      const search = { ...boundsOf(trees()), query: treeOf(query), rowsMax: 3 };
      return (await findEventIds(tested.needs, tested.actorOf('org_test'), search, signal)).length;
    };

    assert.equal(await find('* | table host'), 3);
    assert.equal(await find('replayed | fields host'), 1);
    assert.equal(await find('* | stats count'), 0);
  });
}
