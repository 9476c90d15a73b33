/** Searches over several indexes are read index by index: that must not show in what comes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onBothEngines } from '../../../../test/support/search/on-both-engines.ts';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../../engines/store/child/engine-of-folder.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const RANGE = { earliest: '-1h', latest: 'now' };
const INDEXES = ['main', 'web', 'jobs'];
const EVENTS = 30_000;

onBothEngines(readRows);

function readRows(engine: EmbeddedEngine): void {
  let tested: SearchUnderTest;
  before(async () => {
    tested = await openSearch({ now: NOW, engine, indexes: [...INDEXES, '_audit'] });
    await tested.insert(
      Array.from({ length: EVENTS }, (_, i) => ({
        index: INDEXES[i % INDEXES.length] ?? 'main',
        body: `order o${i} was ${i % 7 === 0 ? 'refused' : 'taken'} by /orders/${i}/items`,
        level: i % 5 === 0 ? ('error' as const) : ('info' as const),
        timestamp: NOW - 3_000_000 + i,
        attributes: [['trace_id', `t${i}`] as const, ['queue', `q${i}`] as const],
      })),
    );
  });
  after(() => tested[Symbol.asyncDispose]());

  test('rows of several indexes come in the order of time, whatever is asked of them', async () => {
    const numbers = (rows: readonly Record<string, unknown>[]): number[] =>
      rows.map((row) => Number(String(row['trace_id']).slice(1)));
    const newest = Array.from({ length: 12 }, (_, i) => EVENTS - 1 - i);

    assert.deepEqual(numbers(await tested.rows('* | head 12', RANGE)), newest);
    assert.deepEqual(
      numbers(await tested.rows('* | tail 12', RANGE)),
      Array.from({ length: 12 }, (_, i) => i),
    );
    assert.deepEqual(numbers(await tested.rows('level=error | head 3', RANGE)), [
      EVENTS - 5,
      EVENTS - 10,
      EVENTS - 15,
    ]);
    assert.deepEqual(
      numbers(await tested.rows('index=web OR index=jobs | head 4', RANGE)),
      newest.filter((n) => n % INDEXES.length !== 0).slice(0, 4),
    );
    assert.deepEqual(
      (await tested.rows('* | head 3 | stats count by index', RANGE)).map((row) => row['count']),
      [1, 1, 1],
    );
    assert.deepEqual(
      (await tested.rows('* | eval n=len(event) | head 2 | table n index', RANGE)).map(
        (row) => row['index'],
      ),
      newest.slice(0, 2).map((n) => INDEXES[n % INDEXES.length]),
    );
  });

  test('pages over several indexes leave nothing out and show nothing twice', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 4; page++) {
      const input = { ...RANGE, limit: 7, ...(cursor === undefined ? {} : { cursor }) };
      const { data, nextCursor } = await tested.search('*', input);
      seen.push(...data.rows.map((row) => String(row['trace_id'])));
      cursor = nextCursor ?? undefined;
    }

    assert.deepEqual(
      seen,
      Array.from({ length: 28 }, (_, i) => `t${EVENTS - 1 - i}`),
    );
  });

  test('a regular expression finds what stands in parts without an index, too', async () => {
    await tested.insert([
      { index: 'jobs', body: 'fresh /orders/x77x/items of late', timestamp: NOW - 5_000 },
      {
        index: 'jobs',
        body: 'fresh',
        timestamp: NOW - 4_000,
        attributes: [['queue', '/x77x/'] as const],
      },
    ]);

    const found = await tested.rows('* | regex event="/x77x/[a-z]+ of" | head 10', RANGE);
    const renamed = await tested.rows(
      'index=jobs fresh | rename queue AS event | regex event="/x77x/"',
      RANGE,
    );

    assert.equal(found.length, 1);
    assert.equal(renamed.length, 1);
  });

  test('a field that was renamed to the event is searched instead of it', async () => {
    const query = 'index=web trace_id=t10000 | rename level AS event | search';

    assert.equal((await tested.rows(`${query} error`, RANGE)).length, 1);
    assert.equal((await tested.rows(`${query} order`, RANGE)).length, 0);
  });

  test('the words of a regular expression are looked up', async () => {
    const query = 'index=jobs | regex event="/29999/(items|lines)" | head 10';

    assert.equal((await tested.rows(query, RANGE)).length, 1);
  });
}
