/** What people who know the language rely on, against a real store. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { organizationId } from '../../base/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 30);
export function conformanceSuite(engine: EmbeddedEngine): void {
  let tested: SearchUnderTest;

  before(async () => {
    tested = await openSearch({ now: NOW, engine, indexes: ['main', 'other', '_audit'] });
    const hosts = Array.from({ length: 12 }, (_, i) => ({
      body: `beat ${i}`,
      source: 'beats',
      timestamp: NOW - MINUTE_MS - i,
      attributes: [['pod', `pod-${String(i).padStart(2, '0')}`] as const],
    }));
    await tested.insert([
      event('web error in checkout', 1, [
        ['status', '500'],
        ['x', '1'],
        ['a', '1'],
        ['b', '2'],
      ]),
      event('web fail', 2, [
        ['status', '200'],
        ['x', '1.0'],
        ['c', '3'],
      ]),
      event('web ok, no errors', 3, [
        ['x', '01'],
        ['tags', 'red,green'],
      ]),
      event('ERROR alone', 4, [['y', 'old']]),
      { ...event('on the hour', 0, []), timestamp: NOW - 30 * MINUTE_MS },
      { ...event('other tenant error', 1, []), organization: organizationId('org_other') },
      {
        ...event('other tenant', 1, []),
        organization: organizationId('org_other'),
        index: 'other',
      },
      { ...event('audit entry', 1, []), index: '_audit' },
      ...hosts,
    ]);
  });
  after(() => tested[Symbol.asyncDispose]());

  const bodies = async (query: string): Promise<unknown[]> => {
    return (await tested.rows(`source=app ${query}`)).map((row) => row['event']);
  };

  test('1: OR binds tighter than the AND between terms', async () => {
    assert.deepEqual(await bodies('web error OR fail'), ['web error in checkout', 'web fail']);
    assert.deepEqual(await bodies('web (error OR fail)'), await bodies('web error OR fail'));
  });

  test('2: in where, AND binds tighter than OR', async () => {
    const found = await bodies('| where a=1 AND b=2 OR c=3');

    assert.deepEqual(found, ['web error in checkout', 'web fail']);
    assert.deepEqual(await bodies('| where a=1 AND (b=2 OR c=3)'), ['web error in checkout']);
  });

  test('3: NOT finds events without the field, != does not', async () => {
    assert.deepEqual(await bodies('web NOT status=200'), [
      'web error in checkout',
      'web ok, no errors',
    ]);
    assert.deepEqual(await bodies('web status!=200'), ['web error in checkout']);
  });

  test('4: words are whole words of any case', async () => {
    assert.deepEqual(await bodies('Error'), ['web error in checkout', 'ERROR alone']);
  });

  test('5: stats on nothing is one row, by a field none', async () => {
    assert.deepEqual(await tested.rows('nothing_has_this | stats count'), [{ count: 0 }]);
    assert.deepEqual(await tested.rows('nothing_has_this | stats count by x'), []);
  });

  test('6: rows without the key are left out, unless they are filled', async () => {
    const plain = await tested.rows('source=app web | stats count by status');
    const filled = await tested.rows(
      'source=app web | fillnull value=none status | stats count by status',
    );

    assert.deepEqual(plain, [
      { status: '200', count: 1 },
      { status: '500', count: 1 },
    ]);
    assert.deepEqual(filled, [...plain, { status: 'none', count: 1 }]);
  });

  test('7: a chart of as many buckets as are allowed is answered whole', async () => {
    const seconds = await tested.rows('* | timechart span=1s count', {
      earliest: '-9000s',
      limit: 10_000,
    });

    assert.equal(seconds.length, 9_000);
  });

  test('7: a chart has a row for every bucket, and ten series beside the rest', async () => {
    const minutes = await tested.rows('* | timechart span=1m count', { earliest: '-60m' });
    const byPod = await tested.rows('source=beats | timechart span=1h count by pod');

    assert.equal(minutes.length, 60);
    assert.equal(
      minutes.reduce((sum, row) => sum + Number(row['count']), 0),
      17,
    );
    const [row] = byPod;
    assert.equal(Object.keys(row ?? {}).length, 1 + 10 + 1);
    assert.equal(
      byPod.reduce((sum, each) => sum + Number(each['OTHER']), 0),
      2,
    );
  });

  test('8: a snap to the day follows the clock of the organization, also where it changes', async () => {
    // On 29 March 2026 Berlin goes from UTC+1 to UTC+2; it is 03:15 there.
    const now = Date.UTC(2026, 2, 29, 1, 15);
    await using berlin = await openSearch({ now, engine, timezone: 'Europe/Berlin' });
    const start = Date.UTC(2026, 2, 27, 23);
    await berlin.insert([
      { body: 'before', timestamp: start - 1 },
      { body: 'first', timestamp: start },
      { body: 'last', timestamp: start + DAY_MS - 1 },
      { body: 'behind', timestamp: start + DAY_MS },
    ]);

    const rows = await berlin.rows('earliest=-1d@d latest=@d | table event');
    const days = await berlin.rows('earliest=-1d@d | timechart span=1d count');

    assert.deepEqual(
      rows.map((row) => row['event']),
      ['last', 'first'],
    );
    assert.deepEqual(days, [
      { _time: '2026-03-27T23:00:00.000Z', count: 2 },
      { _time: '2026-03-28T23:00:00.000Z', count: 1 },
    ]);
  });

  test('9: the end of the range does not belong to it', async () => {
    const upTo = await tested.rows('"on the hour" earliest=-2h latest=@h');
    const from = await tested.rows('"on the hour" earliest=@h');

    assert.deepEqual([upTo.length, from.length], [0, 1]);
  });

  test('10: percents of top add up over the rows with a value', async () => {
    const rows = await tested.rows('source=app | top x');

    assert.equal(rows.length, 3);
    assert.ok(Math.abs(rows.reduce((sum, row) => sum + Number(row['percent']), 0) - 100) < 1e-9);
  });

  test('11: rows without a value are sorted last, whatever the direction', async () => {
    for (const sort of ['sort 0 status', 'sort 0 -status']) {
      const values = (await tested.rows(`source=app web | ${sort}`)).map((row) => row['status']);
      assert.equal(values.at(-1), undefined);
      assert.equal(values.length, 3);
    }
  });

  test('12: dedup keeps the newest', async () => {
    assert.deepEqual(await bodies('web OR alone | dedup source'), ['web error in checkout']);
  });

  test('13: rex leaves a field as it was where nothing matches', async () => {
    const rows = await tested.rows('alone OR "in checkout" | rex "in (?<y>\\w+)" | table y');

    assert.deepEqual(rows, [{ y: 'checkout' }, { y: 'old' }]);
  });

  test('14: what cannot be computed is NULL', async () => {
    assert.deepEqual(await tested.rows('alone | eval z=5/0, t=y/2 | table z t'), [
      { z: null, t: null },
    ]);
  });

  test('15: tail comes in reverse', async () => {
    assert.deepEqual(await bodies('| tail 3'), ['on the hour', 'ERROR alone', 'web ok, no errors']);
  });

  test('16: values are distinct and sorted, list keeps the first hundred', async () => {
    const [row] = await tested.rows(
      '| makeresults count=150 | eval v="b" | append [| makeresults | eval v="a"] | stats values(v) AS v, list(v) AS l',
    );

    assert.deepEqual(row?.['v'], ['a', 'b']);
    assert.ok(Array.isArray(row?.['l']));
    assert.equal(row['l'].length, 100);
  });

  test('17: dc compares text', async () => {
    assert.deepEqual(await tested.rows('source=app | stats dc(x) AS n'), [{ n: 3 }]);
  });

  test('18: renaming a missing field takes the other away', async () => {
    const rows = await tested.rows('alone | table y, event | rename missing AS y');

    assert.deepEqual(rows, [{ event: 'ERROR alone' }]);
  });

  test('19: a row counts under each value of its key', async () => {
    const rows = await tested.rows('source=app | eval tag=split(tags, ",") | stats count by tag');

    assert.deepEqual(rows, [
      { tag: 'green', count: 1 },
      { tag: 'red', count: 1 },
    ]);
  });

  test('20: no search reaches another organization', async () => {
    for (const query of [
      '*',
      'index=* OR index=other',
      'NOT index=main',
      'index=_audit OR *',
      'tenant',
      '| tstats count',
    ]) {
      const { data } = await tested.search(query, { earliest: '0' });
      assert.ok(!JSON.stringify(data.rows).includes('other tenant'), query);
    }
    assert.deepEqual(await tested.rows('index=other | stats count'), [{ count: 0 }]);
  });

  test('internal indexes are found by name alone, unknown ones refused', async () => {
    assert.deepEqual((await tested.rows('entry')).length, 0);
    assert.deepEqual((await tested.rows('index=* entry')).length, 0);
    assert.deepEqual((await tested.rows('index=_audit entry')).length, 1);
    await assert.rejects(tested.search('index=mian'), { code: 'UNKNOWN_INDEX' });
  });

  test('counts from the summary agree with counts of rows, whatever the range', async () => {
    for (const [earliest, latest] of [
      ['-24h', 'now'],
      [String(NOW - HOUR_MS + 12_345), String(NOW - 3_210)],
      [String(NOW - 90 * SECOND_MS), String(NOW - 5_000)],
    ] as const) {
      const summed = await tested.rows('* | stats count by source', { earliest, latest });
      const counted = await tested.rows('* | eval one=1 | stats sum(one) AS count by source', {
        earliest,
        latest,
      });
      assert.deepEqual(summed, counted);
    }
  });

  test('pages follow each other without gap or repetition while events arrive', async () => {
    await using paged = await openSearch({ now: NOW, engine });
    const record = (i: number) => ({ body: `event ${i}`, timestamp: NOW - 1_000 - (i % 5) });
    await paged.insert(Array.from({ length: 25 }, (_, i) => record(i)));

    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await paged.search('*', { limit: 7, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.data.rows.map((row) => row['event']));
      cursor = page.nextCursor;
      await paged.insert([{ body: 'late', timestamp: NOW - 500 }]);
    } while (cursor !== null);

    assert.equal(seen.length, 25);
    assert.equal(new Set(seen).size, 25);
  });
}

function event(
  body: string,
  secondsAgo: number,
  attributes: readonly (readonly [string, string])[],
) {
  return {
    body,
    source: 'app',
    timestamp: NOW - 10 * SECOND_MS - secondsAgo * SECOND_MS,
    attributes,
  };
}
