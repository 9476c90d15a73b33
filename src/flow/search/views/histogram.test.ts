import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Histogram } from '../../../contract/search-views.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { viewRoutes } from './view-routes.ts';

const store = await openTestStore();
const PATH = '/api/v1/search/histogram';

async function start(t: TestContext) {
  const search = await startSearch(t, store, viewRoutes);
  const organization = await search.access.newOrganization();
  const ask = async (query: Readonly<Record<string, string>>, as = organization.owner) =>
    search.call(`GET ${PATH}?${new URLSearchParams(query).toString()}`, { as });
  const read = async (query: Readonly<Record<string, string>>): Promise<Histogram> => {
    const answer = await ask(query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as Histogram;
  };
  return { ...search, organization, ask, read };
}

test('buckets cover the whole range, and empty ones are there', async (t) => {
  const { organization, write, read } = await start(t);
  await write(organization.id, [
    { agoMs: 3 * MINUTE_MS, level: 'error' },
    { agoMs: 3 * MINUTE_MS - 1, level: 'info' },
    { agoMs: MINUTE_MS, level: 'info' },
    // The range ends before its last moment, and begins with its first.
    { agoMs: 0, level: 'info' },
    { agoMs: 4 * MINUTE_MS, level: 'warn' },
    { agoMs: 4 * MINUTE_MS + 1, level: 'warn' },
  ]);

  const found = await read({ earliest: '-4m', latest: 'now', span: '1m' });

  assert.equal(found.from, '2026-01-15T11:56:00.000Z');
  assert.equal(found.to, '2026-01-15T12:00:00.000Z');
  assert.equal(found.span, '1m');
  assert.equal(found.total, 4);
  assert.deepEqual(found.buckets, [
    { time: '2026-01-15T11:56:00.000Z', count: 1, values: { error: 0, info: 0, warn: 1 } },
    { time: '2026-01-15T11:57:00.000Z', count: 2, values: { error: 1, info: 1, warn: 0 } },
    { time: '2026-01-15T11:58:00.000Z', count: 0, values: { error: 0, info: 0, warn: 0 } },
    { time: '2026-01-15T11:59:00.000Z', count: 1, values: { error: 0, info: 1, warn: 0 } },
  ]);
  assert.deepEqual(
    found.series.toSorted((a, b) => a.value.localeCompare(b.value)),
    [
      { value: 'error', count: 1 },
      { value: 'info', count: 2 },
      { value: 'warn', count: 1 },
    ],
  );
  assert.equal(found.truncated, false);
});

test('only what the search finds is counted, whatever stands behind its pipe', async (t) => {
  const { organization, write, read } = await start(t);
  await write(organization.id, [
    { agoMs: 2 * SECOND_MS, body: 'payment failed', fields: { service: 'pay' } },
    { agoMs: 2 * SECOND_MS, body: 'payment done', fields: { service: 'pay' } },
    { agoMs: 2 * HOUR_MS, body: 'payment failed', fields: { service: 'shop' } },
  ]);
  const query = 'payment failed earliest=-3h latest=now | stats count BY service | head 1';

  const found = await read({ query, earliest: '-1m', span: '1h', split: 'service' });

  assert.equal(found.total, 2);
  assert.equal(found.buckets.length, 3);
  assert.deepEqual(
    found.buckets.map(({ count }) => count),
    [0, 1, 1],
  );
});

test('a split by any name, by a missing field, or by none', async (t) => {
  const { organization, write, read } = await start(t);
  const name = 'odd "name" | * \\';
  await write(organization.id, [
    { agoMs: SECOND_MS, fields: { [name]: 'a' } },
    { agoMs: SECOND_MS },
    { agoMs: SECOND_MS },
  ]);

  const odd = await read({ earliest: '-1m', span: '1m', split: name });
  const none = await read({ earliest: '-1m', span: '1m', split: '' });

  assert.deepEqual(odd.series, [
    { value: 'a', count: 1 },
    { value: 'NULL', count: 2 },
  ]);
  assert.deepEqual(none.buckets, [{ time: '2026-01-15T11:59:00.000Z', count: 3 }]);
  assert.equal(none.split, null);
});

test('without a span the buckets are few and even', async (t) => {
  const { read } = await start(t);

  const day = await read({});
  const hour = await read({ earliest: '-60m' });

  assert.deepEqual([day.span, day.buckets.length], ['30m', 48]);
  assert.deepEqual([hour.span, hour.buckets.length], ['1m', 60]);
});

test('too many buckets and what is no span are refused', async (t) => {
  const { ask } = await start(t);
  const { bucketsMax } = LIMITS.query;
  const most = await ask({ earliest: `-${bucketsMax}s`, span: '1s' });
  const wrong: Record<string, string>[] = [
    { earliest: `-${bucketsMax + 1}s`, span: '1s' },
    { earliest: '1', span: '1ms' },
    { span: 'soon' },
    { span: '5' },
    { earliest: '-1h', latest: '-2h' },
    { earliest: 'whenever' },
  ];

  assert.equal(most.status, 200, most.text);
  assert.equal((most.body.data as Histogram).buckets.length, bucketsMax);
  for (const query of wrong) {
    const { status, body } = await ask(query);
    assert.deepEqual([status, body.code], [400, 'VALIDATION_ERROR'], JSON.stringify(query));
  }
  assert.equal((await ask({ query: 'a |' })).body.code, 'QUERY_SYNTAX_ERROR');
  assert.equal((await ask({ query: '| makeresults' })).body.code, 'QUERY_SYNTAX_ERROR');
  assert.equal((await ask({ query: 'index=nowhere' })).body.code, 'UNKNOWN_INDEX');
});

test('another organization’s events are not counted', async (t) => {
  const { access, organization, write, ask } = await start(t);
  const other = await access.newOrganization();
  await write(organization.id, [{ agoMs: SECOND_MS }]);

  const { body } = await ask({ query: 'index=* OR index=main' }, other.owner);

  assert.equal((body.data as Histogram).total, 0);
});

test('buckets of days follow the zone that is named, and one that is none is refused', async (t) => {
  const { organization, write, ask, read } = await start(t);
  await write(organization.id, [
    { agoMs: 12 * HOUR_MS + MINUTE_MS },
    { agoMs: 13 * HOUR_MS + MINUTE_MS },
  ]);
  const query = { earliest: '-1d@d', latest: 'now', span: '1d' };

  const berlin = await read({ ...query, timeZone: 'Europe/Berlin' });
  const utc = await read(query);
  const refused = await ask({ ...query, timeZone: 'Europe/Nowhere' });

  assert.deepEqual(
    berlin.buckets.map(({ time, count }) => [time, count]),
    [
      ['2026-01-13T23:00:00.000Z', 1],
      ['2026-01-14T23:00:00.000Z', 1],
    ],
  );
  assert.deepEqual(
    utc.buckets.map(({ time, count }) => [time, count]),
    [
      ['2026-01-14T00:00:00.000Z', 2],
      ['2026-01-15T00:00:00.000Z', 0],
    ],
  );
  assert.equal(refused.status, 400);
  assert.match(refused.text, /"path":"timeZone"/);
});
