/** Searches beside the same search of an earlier time, on a real store. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { AppError } from '../../../base/errors.ts';
import { onBothEngines } from '../../../../test/support/search/on-both-engines.ts';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { readHistogram } from '../views/histogram.ts';
import { runAskedSearch } from './compare-search.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const { signal } = new AbortController();

onBothEngines((engine) => {
  let tested: SearchUnderTest;
  before(async () => {
    tested = await openSearch({ now: NOW, engine, indexes: ['web', 'young'], timezone: 'UTC' });
    const put = (
      count: number,
      ago: number,
      fields: Record<string, string> = {},
      index = 'web',
    ): Parameters<SearchUnderTest['insert']>[0] =>
      Array.from({ length: count }, () => ({
        timestamp: NOW - ago,
        index,
        attributes: Object.entries(fields),
      }));
    await tested.insert([
      ...put(6, 10 * MINUTE_MS, { service: 'cart', ms: '30' }),
      ...put(2, 10 * MINUTE_MS, { service: 'new', ms: '10' }),
      ...put(3, 70 * MINUTE_MS, { service: 'cart', ms: '20' }),
      ...put(4, 75 * MINUTE_MS, { service: 'gone', ms: '10' }),
      ...put(5, DAY_MS + 10 * MINUTE_MS, { service: 'cart', ms: '10' }),
      ...put(1, DAY_MS + 3 * HOUR_MS, { service: 'cart', ms: '10' }),
      ...put(7, 10 * MINUTE_MS, { service: 'cart' }, 'young'),
      {
        ...put(9, 70 * MINUTE_MS, { service: 'cart' })[0],
        organization: organizationId('org_other'),
      },
    ]);
  });
  after(() => tested[Symbol.asyncDispose]());
  tablesAreCompared(() => tested);
  baselinesAreChecked(() => tested);
});

type Tested = () => SearchUnderTest;

type Data = Awaited<ReturnType<typeof runAskedSearch>>['data'];

function comparing(
  tested: Tested,
): (query: string, compare: string, more?: object) => Promise<Data> {
  return async (query, compare, more = {}) => {
    const input = { query, compare, earliest: '-1h', latest: 'now', ...more };
    const { needs, actorOf } = tested();
    return (await runAskedSearch(needs, actorOf('org_test'), input, signal)).data;
  };
}

function tablesAreCompared(tested: Tested): void {
  const compared = comparing(tested);
  test('each number of a row has that of the same row before, difference and ratio', async () => {
    const { columns, rows, comparison } = await compared(
      'index=web | stats count, avg(ms) AS ms BY service | sort service',
      'previous',
    );

    assert.deepEqual(
      columns.map(({ name }) => name),
      [
        'service',
        'count',
        'count_previous',
        'count_difference',
        'count_ratio',
        'ms',
        'ms_previous',
        'ms_difference',
        'ms_ratio',
      ],
    );
    const shown = rows.map((row) => Object.values(row));
    assert.deepEqual(shown, [
      ['cart', 6, 30, 3, 3, 2, 20, 10, 1.5],
      // No event before is a count of 0, but no average.
      ['new', 2, 10, 0, 2, null, null, null, null],
      ['gone', 0, null, 4, -4, 0, 10, null, null],
    ]);
    assert.deepEqual(comparison, {
      from: '2026-05-20T10:00:00.000Z',
      to: '2026-05-20T11:00:00.000Z',
      baseline: 'complete',
    });
  });

  test('what a later command leaves out of the table still has its earlier value', async () => {
    const rowsOf = async (query: string, compare = 'previous') =>
      (await compared(query, compare)).rows.map((row) => Object.values(row).slice(0, 3));

    assert.deepEqual(await rowsOf('index=web | top limit=1 showperc=f service'), [['cart', 6, 3]]);
    assert.deepEqual(
      await rowsOf('index=web | stats count BY service | where count>5 | rename service AS name'),
      [['cart', 6, 3]],
    );
    assert.deepEqual(
      await rowsOf('index=web | stats count BY service | sort service | head 1', '1d'),
      [['cart', 6, 5]],
    );
    assert.deepEqual(await rowsOf('index=web | stats count'), [[8, 7, 1]]);
  });

  test('a chart is compared bucket by bucket', async () => {
    const { rows } = await compared('index=web | timechart span=30m count BY service', 'previous');
    const day = await compared('index=web | timechart span=30m count', '1d');

    assert.deepEqual(
      rows.map((row) => [
        String(row['_time']).slice(11, 16),
        row['cart'],
        row['cart_previous'],
        row['new'],
        row['new_previous'],
      ]),
      [
        ['11:00', 0, 0, 0, null],
        ['11:30', 6, 3, 2, null],
      ],
    );
    assert.deepEqual(
      day.rows.map((row) => [row['count'], row['count_previous'], row['count_difference']]),
      [
        [0, 0, 0],
        [8, 5, 3],
      ],
    );
  });
}

function baselinesAreChecked(tested: Tested): void {
  const compared = comparing(tested);
  test('a histogram has the counts of the buckets before', async () => {
    const actor = tested().actorOf('org_test');
    const input = { query: 'index=web', earliest: '-1h', latest: 'now', span: '30m' };
    const read = async (compare: string, query = input.query) =>
      readHistogram(tested().needs, actor, { ...input, query, compare }, signal);

    const { buckets, comparison } = await read('previous');
    const young = await read('previous', 'index=young');

    assert.deepEqual(
      buckets.map(({ count, previous }) => [count, previous]),
      [
        [0, 0],
        [8, 7],
      ],
    );
    assert.equal(comparison?.baseline, 'complete');
    assert.deepEqual(
      young.buckets.map(({ count, previous }) => [count, previous]),
      [
        [0, null],
        [7, null],
      ],
    );
  });

  test('without data from then there is no baseline, and no number', async () => {
    const { rows, comparison } = await compared('index=young | stats count BY service', '1d');
    const whole = await compared('index=web | stats count', '1w');

    assert.deepEqual(rows, [
      {
        service: 'cart',
        count: 7,
        count_previous: null,
        count_difference: null,
        count_ratio: null,
      },
    ]);
    assert.equal(comparison?.baseline, 'none');
    assert.equal(comparison?.reason, 'No events from before 2026-05-19T11:00:00.000Z are stored.');
    assert.equal(whole.comparison?.baseline, 'none');
  });

  test('gaps of the compared time are told, and large ones leave no baseline', async () => {
    const withGap = async (minutes: number, kind = 'quota', to: number | null = 0) => {
      const from = NOW - 2 * HOUR_MS;
      const gap = { kind, from, to: to === null ? null : from + minutes * MINUTE_MS };
      const needs = { ...tested().needs, gapsBetween: async () => [gap] };
      const input = { query: 'index=web | stats count', earliest: '-1h', compare: 'previous' };
      const { data } = await runAskedSearch(needs, tested().actorOf('org_test'), input, signal);
      return [data.comparison?.baseline, data.rows[0]?.['count_previous']];
    };

    assert.deepEqual(await withGap(1), ['partial', 7]);
    assert.deepEqual(await withGap(30), ['none', null]);
    // What was late has come since; what still is has not.
    assert.deepEqual(await withGap(30, 'lag'), ['complete', 7]);
    assert.deepEqual(await withGap(30, 'lag', null), ['none', null]);
  });

  test('what cannot be compared is refused, with the reason', async () => {
    const refusal = async (query: string, compare = 'previous'): Promise<string> => {
      try {
        await compared(query, compare);
        return '';
      } catch (error) {
        assert(error instanceof AppError);
        assert.equal(error.code, 'VALIDATION_ERROR');
        return error.facts.details?.[0]?.message ?? '';
      }
    };

    assert.match(await refusal('index=web'), /^Only tables can be compared/);
    assert.match(await refusal('index=web | stats count', 'yesterday'), /^Use previous, or a time/);
    assert.match(await refusal('index=web | stats count', '5ms'), /^Use previous, or a time/);
    assert.match(
      await refusal('index=web | stats count BY service | fields count'),
      /^Keep the column service/,
    );
    assert.match(
      await refusal('index=web | stats count, dc(ms) AS count_ratio'),
      /^The result already has a column count_ratio/,
    );
    assert.match(
      await refusal('index=web | bin _time span=5m | stats count BY _time'),
      /use timechart/,
    );
    assert.match(
      await refusal('index=web | stats count | outputlookup x.csv'),
      /can’t be compared/,
    );
  });
}
