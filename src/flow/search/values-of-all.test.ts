/** Patterns of fields in `stats` on events, whose fields only the events tell. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';

const NOW = Date.UTC(2026, 10, 18);

onBothEngines((engine) => {
  const opened = openSearch({ now: NOW, engine });
  after(async () => {
    await (await opened)[Symbol.asyncDispose]();
  });
  let isFilled: Promise<void> | undefined;
  async function rows(query: string): Promise<Record<string, unknown>[]> {
    const search = await opened;
    isFilled ??= search.insert([
      {
        timestamp: NOW - 3_000,
        body: 'a',
        attributes: [
          ['host', 'h1'],
          ['ms', '5'],
        ],
      },
      {
        timestamp: NOW - 2_000,
        body: 'b',
        attributes: [
          ['host', 'h2'],
          ['ms', '7'],
          ['zone', 'x'],
        ],
      },
      { timestamp: NOW - 1_000, body: 'c', attributes: [['host', 'h1']] },
      {
        timestamp: NOW - 3_600_000,
        body: 'wide',
        attributes: Array.from({ length: 120 }, (_, i) => [`f${i}`, 'v'] as const),
      },
    ]);
    await isFilled;
    return search.rows(query);
  }

  test('values(*) has a column for every field that the events have', async () => {
    const [row] = await rows('earliest=-1m * | stats values(*)');
    assert.deepEqual(row?.['values(host)'], ['h1', 'h2']);
    assert.deepEqual(row?.['values(ms)'], ['5', '7']);
    assert.equal(row?.['values(zone)'], 'x');
    assert.deepEqual(row?.['values(event)'], ['a', 'b', 'c']);
    assert.ok(row !== undefined && !('values(_time)' in row));
  });

  test('a pattern, a name and groups go together', async () => {
    assert.deepEqual(await rows('earliest=-1m * | stats max(m*) AS top_* by host'), [
      { host: 'h1', top_s: 5 },
      { host: 'h2', top_s: 7 },
    ]);
    const [row] = await rows('earliest=-1m host=h2 | stats values(*) AS * by host');
    assert.equal(row?.['zone'], 'x');
  });

  test('the keys of groups and internal fields are not meant by a pattern', async () => {
    const known = 'earliest=-1m * | table _time host ms zone';
    assert.deepEqual(await rows(`${known} | stats max(*) AS * by host`), [
      { host: 'h1', ms: 5, zone: null },
      { host: 'h2', ms: 7, zone: 'x' },
    ]);
    const [row] = await rows(`${known} | stats max(_*), count`);
    assert.deepEqual(Object.keys(row ?? {}), ['max(_time)', 'count']);
    assert.deepEqual(
      await rows(`${known} | eventstats sum(*) AS * by host | table host ms | head 1`),
      [{ host: 'h1', ms: 5 }],
    );
    assert.deepEqual(await rows(`${known} | fields - zone | chart sum(*) AS * over host`), [
      { host: 'h1', ms: 5 },
      { host: 'h2', ms: 7 },
    ]);
    assert.deepEqual(await rows(`${known} | chart sum(*) AS * over host by zone`), [
      { host: 'h1', NULL: 5, x: null },
      { host: 'h2', NULL: null, x: 7 },
    ]);
    assert.deepEqual(
      await rows(`${known} | timechart span=1m cont=false sum(m*) AS *`),
      await rows(`${known} | timechart span=1m cont=false sum(ms) AS s`),
    );
    assert.deepEqual(
      await rows(`${known} | fields - host, zone | timechart span=1m cont=false sum(*) AS *`),
      await rows(`${known} | timechart span=1m cont=false sum(ms) AS ms`),
    );
  });

  test('more fields than fit a table are refused, with the place', async () => {
    await assert.rejects(
      rows('earliest=-2h * | stats values(*)'),
      (error: { message: string; facts?: { details?: { position?: number }[] } }) => {
        assert.match(error.message, /more than 100 fields/);
        assert.equal(error.facts?.details?.[0]?.position, 23);
        return true;
      },
    );
  });
});
