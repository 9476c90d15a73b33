import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PatternList } from '../../../contract/search-views.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch, type SearchOptions } from '../../../../test/support/start-search.ts';
import { listPatterns } from './patterns.ts';
import { viewRoutes } from './view-routes.ts';

const store = await openTestStore();

async function start(t: TestContext, options: SearchOptions = {}) {
  const search = await startSearch(t, store, viewRoutes, options);
  const organization = await search.access.newOrganization();
  const ask = async (query: Readonly<Record<string, string>>, as = organization.owner) =>
    search.call(`GET /api/v1/search/patterns?${new URLSearchParams(query).toString()}`, { as });
  const read = async (query: Readonly<Record<string, string>> = {}): Promise<PatternList> => {
    const answer = await ask(query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as PatternList;
  };
  return { ...search, organization, ask, read };
}

function logins(count: number, everyMs: number) {
  return Array.from({ length: count }, (_, i) => ({
    agoMs: (i + 1) * everyMs,
    body: `user ${1000 + i} logged in from 10.0.0.${i % 250}`,
  }));
}

test('events that differ in their variables share a template', async (t) => {
  const { organization, write, read } = await start(t);
  const ids = await write(organization.id, [
    ...logins(9, SECOND_MS),
    { agoMs: 30 * SECOND_MS, body: 'disk is full' },
  ]);

  const { patterns, ...rest } = await read();

  assert.deepEqual([rest.matched, rest.sampled, rest.found, rest.truncated], [10, 10, 2, false]);
  const [first, second] = patterns;
  assert.match(first?.template ?? '', /^user <\S+> logged in from <\S+>$/);
  assert.deepEqual([first?.count, first?.share, first?.estimate], [9, 0.9, 9]);
  assert.deepEqual(
    [first?.firstSeen, first?.lastSeen],
    ['2026-01-15T11:59:51.000Z', '2026-01-15T11:59:59.000Z'],
  );
  assert.equal(first?.samples.length, LIMITS.views.patternSamplesMax);
  assert.deepEqual(second?.samples, [
    { _id: ids[9], _time: '2026-01-15T11:59:30.000Z', event: 'disk is full' },
  ]);
});

test('a pattern has the level of its rows, its course, and is new when the range before has none', async (t) => {
  const { organization, write, read } = await start(t);
  const every = (agoMs: number, body: string, level: string) => ({ agoMs, body, level });
  await write(organization.id, [
    every(90 * 60 * SECOND_MS, 'order 12 was paid', 'info'),
    every(50 * 60 * SECOND_MS, 'order 13 was paid', 'info'),
    every(40 * 60 * SECOND_MS, 'order 14 was paid', 'info'),
    every(10 * SECOND_MS, 'cannot reach shard 3', 'error'),
    every(9 * SECOND_MS, 'cannot reach shard 4', 'error'),
    every(8 * SECOND_MS, 'cannot reach shard 5', 'warn'),
    every(100 * 60 * SECOND_MS, 'gone for good', 'info'),
  ]);

  const { patterns, found } = await read({ earliest: '-1h' });

  assert.deepEqual(
    patterns.map(({ severity, count, isNew, series }) => [severity, count, isNew, series.at(-1)]),
    [
      ['error', 3, true, 3],
      ['info', 2, false, 0],
    ],
  );
  assert.equal(found, 2);
  assert.deepEqual(
    patterns.map(({ samples }) => samples.length),
    [3, 2],
  );
  assert.equal(patterns[1]?.series.length, 24);
  assert.deepEqual([patterns[1]?.series[4], patterns[1]?.series[8]], [1, 1]);
});

test('of many events a sample is taken from the whole range, and the answer says so', async (t) => {
  const views = { ...LIMITS.views, patternSampleEventsMax: 100 };
  const { organization, write, read } = await start(t, { limits: { ...LIMITS, views } });
  await write(organization.id, logins(1_000, 3 * SECOND_MS));

  const found = await read({ earliest: '-1h' });

  assert.equal(found.matched, 1_000);
  assert.ok(found.sampled > 20 && found.sampled <= 100, String(found.sampled));
  assert.deepEqual([found.truncated, found.limits_applied[0]?.limit], [true, 'patternSample']);
  const [pattern] = found.patterns;
  assert.deepEqual([pattern?.share, pattern?.estimate], [1, 1_000]);
  const spread = Date.parse(pattern?.lastSeen ?? '') - Date.parse(pattern?.firstSeen ?? '');
  assert.ok(spread > HOUR_MS / 3, 'not just the newest');
  assert.deepEqual((await read({ earliest: '-1h' })).patterns, found.patterns);
});

test('long texts and many patterns are bounded', async (t) => {
  const { organization, write, ask, read } = await start(t);
  const { patternCharactersMax, patternsMax } = LIMITS.views;
  await write(organization.id, [
    { agoMs: SECOND_MS, body: 'x'.repeat(patternCharactersMax + 10) },
    { agoMs: SECOND_MS, body: 'one' },
    { agoMs: SECOND_MS, body: 'another thing happened' },
  ]);

  const one = await read({ limit: '1' });
  const all = await read();

  assert.deepEqual([one.patterns.length, one.found, one.truncated], [1, 3, true]);
  const lengths = all.patterns.flatMap(({ samples }) => samples.map(({ event }) => event.length));
  assert.equal(Math.max(...lengths), patternCharactersMax);
  assert.equal((await ask({ limit: String(patternsMax) })).status, 200);
  assert.equal((await ask({ limit: String(patternsMax + 1) })).status, 400);
});

test('the search decides, and another organization has nothing', async (t) => {
  const { access, organization, write, ask, read } = await start(t);
  const other = await access.newOrganization();
  await write(organization.id, [
    { agoMs: SECOND_MS, body: 'found it' },
    { agoMs: SECOND_MS, body: 'lost it' },
  ]);

  const found = await read({ query: 'found | stats count' });
  const theirs = await ask({}, other.owner);

  assert.deepEqual(
    found.patterns.map(({ template }) => template),
    ['found it'],
  );
  assert.deepEqual((theirs.body.data as PatternList).patterns, []);
  assert.equal((await ask({ query: '(' })).body.code, 'QUERY_SYNTAX_ERROR');
});

test('without a limit so many patterns are shown', async (t) => {
  const { organization, write, needs } = await start(t);
  const limits = { ...LIMITS, views: { ...LIMITS.views, patternsDefault: 2 } };
  const bodies = ['disk is full', 'cache was cleared by hand', 'nobody answers'];
  await write(
    organization.id,
    bodies.map((body) => ({ agoMs: SECOND_MS, body })),
  );

  const { actor } = organization.owner;
  const { patterns, found, limits_applied } = await listPatterns(
    { ...needs, limits },
    actor,
    {},
    new AbortController().signal,
  );

  assert.deepEqual([patterns.length, found], [2, 3]);
  assert.deepEqual(limits_applied[0], {
    limit: 'patterns',
    max: 2,
    message: 'Showing the 2 most frequent of 3 patterns.',
  });
});
