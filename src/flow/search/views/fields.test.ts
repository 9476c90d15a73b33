import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { FieldList } from '../../../contract/search-views.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch, type SearchOptions } from '../../../../test/support/start-search.ts';
import { viewRoutes } from './view-routes.ts';

const store = await openTestStore();

async function start(t: TestContext, options: SearchOptions = {}) {
  const search = await startSearch(t, store, viewRoutes, options);
  const organization = await search.access.newOrganization();
  const ask = async (query: Readonly<Record<string, string>>, as = organization.owner) =>
    search.call(`GET /api/v1/search/fields?${new URLSearchParams(query).toString()}`, { as });
  const read = async (query: Readonly<Record<string, string>> = {}): Promise<FieldList> => {
    const answer = await ask(query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as FieldList;
  };
  return { ...search, organization, ask, read };
}

function withViews(views: Partial<Record<keyof (typeof LIMITS)['views'], number>>): SearchOptions {
  return { limits: { ...LIMITS, views: { ...LIMITS.views, ...views } } };
}

test('fields have counts, distinct values and the most frequent of them', async (t) => {
  const { organization, write, read } = await start(t);
  await write(organization.id, [
    { agoMs: SECOND_MS, level: 'error', fields: { service: 'pay', status: '500', empty: '' } },
    { agoMs: SECOND_MS, fields: { service: 'pay', status: '200' } },
    { agoMs: SECOND_MS, fields: { service: 'shop', level: 'not the level' } },
    { agoMs: SECOND_MS, index: 'main', source: '', fields: { 'odd "name"': 'ä' } },
  ]);

  const { fields, ...rest } = await read();

  assert.deepEqual([rest.matched, rest.sampled, rest.truncated], [4, 4, false]);
  assert.deepEqual(fields, [
    { name: 'index', count: 4, distinct: 1, values: [{ value: 'main', count: 4 }] },
    {
      name: 'level',
      count: 4,
      distinct: 2,
      values: [
        { value: 'info', count: 3 },
        { value: 'error', count: 1 },
      ],
    },
    {
      name: 'service',
      count: 3,
      distinct: 2,
      values: [
        { value: 'pay', count: 2 },
        { value: 'shop', count: 1 },
      ],
    },
    { name: 'source', count: 3, distinct: 1, values: [{ value: 'test', count: 3 }] },
    {
      name: 'status',
      count: 2,
      distinct: 2,
      values: [
        { value: '200', count: 1 },
        { value: '500', count: 1 },
      ],
    },
    {
      name: 'attributes.level',
      count: 1,
      distinct: 1,
      values: [{ value: 'not the level', count: 1 }],
    },
    { name: 'odd "name"', count: 1, distinct: 1, values: [{ value: 'ä', count: 1 }] },
  ]);
});

test('only the most frequent values are named, and long ones are cut', async (t) => {
  const { organization, write, read } = await start(t);
  const { fieldValuesMax, fieldValueCharactersMax } = LIMITS.views;
  const events = Array.from({ length: fieldValuesMax + 3 }, (_, i) => ({
    agoMs: SECOND_MS,
    fields: { n: i === 0 ? 'ü'.repeat(fieldValueCharactersMax + 5) : String(i) },
  }));
  await write(organization.id, [...events, ...events.slice(0, 1)]);

  const { fields } = await read();
  const field = fields.find(({ name }) => name === 'n');

  assert.equal(field?.distinct, fieldValuesMax + 3);
  assert.equal(field?.values.length, fieldValuesMax);
  assert.deepEqual(field?.values[0], { value: 'ü'.repeat(fieldValueCharactersMax), count: 2 });
});

test('a large result is sampled, and the answer says so', async (t) => {
  const { organization, write, read } = await start(t, withViews({ fieldSampleEventsMax: 3 }));
  await write(
    organization.id,
    [1, 2, 3, 4, 5].map((i) => ({ agoMs: i * SECOND_MS, fields: { old: i > 3 ? 'yes' : '' } })),
  );

  const all = await read();
  const most = await read({ earliest: '-4s', latest: '-0s' });

  assert.deepEqual([all.matched, all.sampled, all.truncated], [5, 3, true]);
  assert.equal(all.limits_applied[0]?.limit, 'fieldSample');
  assert.ok(!all.fields.some(({ name }) => name === 'old'), 'the newest were looked at');
  assert.deepEqual([most.matched, most.sampled], [4, 3]);
});

test('a sample that holds every event is no sample', async (t) => {
  const { organization, write, read } = await start(t, withViews({ fieldSampleEventsMax: 3 }));
  await write(
    organization.id,
    [1, 2, 3].map((i) => ({ agoMs: i * SECOND_MS })),
  );

  const all = await read();

  assert.deepEqual([all.matched, all.sampled, all.truncated], [3, 3, false]);
});

test('more fields than a list holds are cut, and the answer says so', async (t) => {
  const { organization, write, read } = await start(t, withViews({ fieldsMax: 4 }));
  await write(organization.id, [{ agoMs: SECOND_MS, fields: { a: '1', b: '1', c: '1' } }]);

  const { fields, truncated, limits_applied } = await read();

  assert.equal(fields.length, 4);
  assert.deepEqual([truncated, limits_applied[0]?.limit], [true, 'fields']);
});

test('the search decides, and another organization has nothing', async (t) => {
  const { access, organization, write, ask, read } = await start(t);
  const other = await access.newOrganization();
  await write(organization.id, [
    { agoMs: SECOND_MS, body: 'found', fields: { a: '1' } },
    { agoMs: SECOND_MS, body: 'lost', fields: { b: '1' } },
  ]);

  const names = (await read({ query: 'found | stats count' })).fields.map(({ name }) => name);
  const theirs = await ask({}, other.owner);

  assert.deepEqual(names, ['index', 'a', 'level', 'source']);
  assert.deepEqual((theirs.body.data as FieldList).fields, []);
  assert.equal((await ask({ query: '(' })).body.code, 'QUERY_SYNTAX_ERROR');
});

test('a query slot is taken while the store works', async (t) => {
  const { organization, needs, ask } = await start(t);
  const { slotsPerOrganization } = LIMITS.query;
  const key = `slots:query:${organization.id}`;
  for (let i = 0; i < slotsPerOrganization; i++) {
    needs.counters.acquire(key, slotsPerOrganization, 60_000);
  }

  const { status, body, headers } = await ask({});

  assert.deepEqual([status, body.code, headers['retry-after']], [429, 'QUERY_SLOTS_BUSY', '1']);
});
