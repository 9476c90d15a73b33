/** Searches by when events were stored, whenever they happened. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../spec/units.ts';
import { readHistogram } from './views/histogram.ts';

const NOW = Date.now() + HOUR_MS;

onBothEngines((engine: EmbeddedEngine) => {
  let tested: SearchUnderTest;
  /** When the first and the second batch were stored, in epoch seconds. */
  let first = 0;
  let second = 0;
  before(async () => {
    tested = await openSearch({ now: NOW, engine });
    await tested.insert([{ body: 'early', timestamp: NOW - 2 * HOUR_MS }]);
    await sleep(SECOND_MS + 100);
    // A replayed event: it happened before the other one and is stored after it.
    await tested.insert([
      { body: 'replayed', timestamp: NOW - 3 * DAY_MS, receivedAt: NOW - 3 * DAY_MS },
      { body: 'late', timestamp: NOW - 3 * HOUR_MS },
    ]);
    const rows = await tested.rows(
      'earliest=-7d | stats min(_indextime) AS a, max(_indextime) AS b',
    );
    first = Date.parse(String(rows[0]?.['a'])) / SECOND_MS;
    second = Date.parse(String(rows[0]?.['b'])) / SECOND_MS;
  });
  after(() => tested[Symbol.asyncDispose]());

  const found = async (query: string): Promise<unknown[]> =>
    (await tested.rows(query)).map((row) => row['event']);

  test('the bounds hold beside those of the events themselves', async () => {
    assert(second > first);
    const all = `earliest=-7d _index_earliest=${first}`;

    assert.deepEqual(await found(all), ['early', 'late', 'replayed']);
    assert.deepEqual(await found(`${all} _index_latest=${second}`), ['early']);
    assert.deepEqual(await found(`earliest=-7d _index_earliest=${second}`), ['late', 'replayed']);
    assert.deepEqual(await found(`_index_earliest=${second}`), ['late']);
    assert.deepEqual(await found(`earliest=-7d _index_earliest=${second + 1}`), []);
    assert.deepEqual(await found(`earliest=-7d _index_latest=${first}`), []);
  });

  test('pages and heads of such a search are those of its newest events', async () => {
    const query = `earliest=-7d _index_earliest=${second}`;
    const page = await tested.search(query, { limit: 1 });
    const cursor = page.nextCursor ?? '';
    const next = await tested.search(query, { limit: 1, cursor });

    assert.deepEqual(
      page.data.rows.map((row) => row['event']),
      ['late'],
    );
    assert.deepEqual(
      next.data.rows.map((row) => row['event']),
      ['replayed'],
    );
    assert.deepEqual(await found(`${query} | head 1`), ['late']);
  });

  test('counts that the store keeps do not stand in for rows', async () => {
    const query = `earliest=-7d _index_earliest=${second} | stats count by level`;

    const counts = (await tested.rows(query)).map((row) => row['count']);

    assert.deepEqual(counts, [2]);
  });

  test('the views of a search see the same events', async () => {
    const query = `earliest=-7d _index_earliest=${second}`;
    const { signal } = new AbortController();

    const { total } = await readHistogram(
      tested.needs,
      tested.actorOf('org_test'),
      { query, span: '1d' },
      signal,
    );

    assert.equal(total, 2);
  });

  test('a search inside another has its bounds, or its own', async () => {
    const outer = `earliest=-7d _index_earliest=${second} | stats count AS new`;
    const inherited = await tested.rows(`${outer} | appendcols [search * | stats count AS same]`);
    const own = await tested.rows(
      `${outer} | appendcols [search _index_earliest=${first} | stats count AS all]`,
    );

    assert.deepEqual(inherited, [{ new: 2, same: 2 }]);
    assert.deepEqual(own, [{ new: 2, all: 3 }]);
  });

  test('what was stored when is shown where it is named, and only there', async () => {
    const [plain] = await tested.rows('early');
    const [named] = await tested.rows('early | table _indextime');

    assert.equal(plain?.['_indextime'], undefined);
    assert.equal(Date.parse(String(named?.['_indextime'])), first * SECOND_MS);
  });

  test('a range of storing that ends before it begins is refused', async () => {
    await assert.rejects(tested.rows('_index_earliest=-1m _index_latest=-2m'), {
      code: 'QUERY_SYNTAX_ERROR',
    });
  });
});
