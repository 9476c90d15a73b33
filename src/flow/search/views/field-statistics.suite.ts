/** The statistics of a field, on real stores. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../../engines/store/child/engine-of-folder.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { readFieldStatistics } from './field-statistics.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 30);
const COUNT = 100;
const iso = (ms: number): string => new Date(ms).toISOString();

export function fieldStatisticsSuite(engine: EmbeddedEngine): void {
  let tested: SearchUnderTest;

  before(async () => {
    tested = await openSearch({ now: NOW, engine });
    await tested.insert(
      Array.from({ length: COUNT }, (_, i) => ({
        body: `event ${i}`,
        source: 'app',
        timestamp: NOW - MINUTE_MS * (i + 1) * 0.5,
        attributes: [
          ['took', String(i)] as const,
          ['same', '7'] as const,
          ["it's | odd", i % 2 === 0 ? 'even' : 'odd'] as const,
          ...(i < 40 ? ([['user', `u${i % 4}`]] as const) : []),
          ...(i < 4 ? ([['mixed', i === 0 ? 'none' : '-1.5e3']] as const) : []),
          ...(i < 2 ? ([['tags', '["a","b"]']] as const) : []),
        ],
      })),
    );
  });
  after(() => tested[Symbol.asyncDispose]());

  const views = () => tested.needs.limits.views;
  const read = async (field: string, eventsMax?: number) => {
    const { needs, actorOf } = tested;
    const fieldStatisticsEventsMax = eventsMax ?? views().fieldStatisticsEventsMax;
    const limits = { ...needs.limits, views: { ...views(), fieldStatisticsEventsMax } };
    const input = { field, query: 'source=app', earliest: '-1h', latest: 'now' };
    const { signal } = new AbortController();
    return readFieldStatistics({ ...needs, limits }, actorOf('org_test'), input, signal);
  };

  test('a numeric field has percentiles and a distribution that counts every value', async () => {
    const found = await read('took');

    assert.deepEqual(
      [found.matched, found.sampled, found.count, found.distinct, found.truncated],
      [COUNT, COUNT, COUNT, COUNT, false],
    );
    assert.equal(found.firstSeen, iso(NOW - MINUTE_MS * 50));
    assert.equal(found.lastSeen, iso(NOW - MINUTE_MS * 0.5));
    assert.equal(found.values.length, views().fieldStatisticsValuesMax);
    const { numbers } = found;
    assert.ok(numbers !== null);
    assert.deepEqual([numbers.min, numbers.max, numbers.mean], [0, 99, 49.5]);
    assert.ok(Math.abs((numbers.deviation ?? 0) - 29.011) < 0.01, String(numbers.deviation));
    for (const { percentile, value } of numbers.percentiles) {
      assert.ok(Math.abs(value - percentile) <= 1.5, `p${percentile} is ${value}`);
    }
    assert.equal(numbers.bins.length, views().fieldStatisticsBinsMax);
    assert.equal(
      numbers.bins.reduce((sum, { count }) => sum + count, 0),
      COUNT,
    );
    assert.deepEqual([numbers.bins[0]?.from, numbers.bins.at(-1)?.to], [0, 99]);
    assert.equal(found.span, '1m');
    assert.equal(found.buckets.length, views().fieldStatisticsBuckets);
    const sums = found.buckets.reduce(
      (sum, { events, count }) => [(sum[0] ?? 0) + events, (sum[1] ?? 0) + count],
      [0, 0],
    );
    assert.deepEqual(sums, [COUNT, COUNT]);
  });

  test('a text field has its values, its share over time, and no numbers', async () => {
    const found = await read('user');

    assert.deepEqual([found.count, found.distinct, found.numbers], [40, 4, null]);
    assert.deepEqual(
      found.values,
      ['u0', 'u1', 'u2', 'u3'].map((value) => ({ value, count: 10 })),
    );
    assert.equal(found.firstSeen, iso(NOW - MINUTE_MS * 20));
    const early = found.buckets.filter(({ time }) => Date.parse(time) < NOW - MINUTE_MS * 25);
    assert.ok(early.some(({ events }) => events > 0));
    assert.ok(early.every(({ count }) => count === 0));
  });

  test('any name works, and a field that no event has is empty', async () => {
    const odd = await read("it's | odd");
    assert.deepEqual(odd.values, [
      { value: 'even', count: 50 },
      { value: 'odd', count: 50 },
    ]);
    const none = await read('nothing');
    assert.deepEqual(
      [none.matched, none.count, none.distinct, none.values, none.firstSeen, none.numbers],
      [COUNT, 0, 0, [], null, null],
    );
    const own = await read('source');
    assert.deepEqual(own.values, [{ value: 'app', count: COUNT }]);
  });

  test('equal numbers, texts among numbers, and lists are counted as they are', async () => {
    const same = await read('same');
    assert.deepEqual(same.numbers?.bins, [{ from: 7, to: 7, count: COUNT }]);
    const mixed = await read('mixed');
    assert.deepEqual([mixed.count, mixed.numbers], [4, null]);
    const tags = await read('tags');
    assert.deepEqual([tags.count, tags.distinct], [2, 2]);
    assert.deepEqual(tags.values, [
      { value: 'a', count: 2 },
      { value: 'b', count: 2 },
    ]);
  });

  test('of more events a part is analyzed, and the answer says so', async () => {
    const found = await read('took', 50);

    assert.equal(found.matched, COUNT);
    assert.ok(found.sampled > 20 && found.sampled < 80, `${found.sampled} of ${COUNT}`);
    assert.equal(found.count, found.sampled);
    assert.equal(found.truncated, true);
    assert.deepEqual(
      found.limits_applied.map(({ limit, max }) => [limit, max]),
      [['fieldStatistics', 50]],
    );
    assert.equal((await read('took', 100)).truncated, false);
  });
}
