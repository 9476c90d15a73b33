/** Fields with more distinct values than recommended, on both engines. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { LIMITS } from '../../../../test/support/limits.ts';
import { onBothEngines } from '../../../../test/support/search/on-both-engines.ts';
import { openStoreUnderTest } from '../../../../test/support/open-test-store.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { startSearch, type TestEvent } from '../../../../test/support/start-search.ts';
import { AppError } from '../../../base/errors.ts';
import type { FieldCardinality } from '../../../contract/field-cardinality.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { Limits } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import { searchRoutes } from '../routes.ts';
import type { SearchResult } from '../run-search.ts';
import { viewRoutes } from '../views/view-routes.ts';
import type { CardinalityMemory } from './cardinality-estimate.ts';
import { openCardinality } from './open-cardinality.ts';

const FEW = {
  ...LIMITS,
  cardinality: { ...LIMITS.cardinality, sourceValuesMax: 3, attributeValuesMax: 5 },
} as unknown as Limits;

const events = (count: number, facts: (i: number) => TestEvent): TestEvent[] =>
  Array.from({ length: count }, (_, i) => ({ agoMs: 1_000 + i, body: 'x', ...facts(i) }));

async function startOn(store: LogStore, t: TestContext, limits: Limits = FEW) {
  let statements = 0;
  let isAway = false;
  const times: number[] = [];
  const counted: LogStore = {
    ...store,
    query: (...given) => {
      statements += 1;
      times.push(given[1]?.timeoutMs ?? Infinity);
      if (isAway) return Promise.reject(new AppError('STORAGE_UNAVAILABLE', 'away'));
      return store.query(...given);
    },
  };
  const search = await startSearch(
    t,
    counted,
    (app, needs) => {
      const cardinality: CardinalityMemory = openCardinality(needs);
      searchRoutes(app, { ...needs, cardinality });
      viewRoutes(app, { ...needs, cardinality });
    },
    { limits },
  );
  const { id, owner } = await search.access.newOrganization();
  const ask = (as = owner) => search.call('GET /api/v1/search/field-cardinality', { as });
  const read = async (as = owner): Promise<FieldCardinality> => {
    const answer = await ask(as);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as FieldCardinality;
  };
  const warnings = async (query: string) => {
    const asked = new URLSearchParams({ query }).toString();
    const answer = await search.call(`GET /api/v1/search?${asked}`, { as: owner });
    assert.equal(answer.status, 200, answer.text);
    const { warnings: all } = answer.body.data as SearchResult;
    return all.filter(({ code }) => code === 'many-values').map(({ message }) => message);
  };
  return {
    ...search,
    id,
    owner,
    ask,
    read,
    warnings,
    statements: () => statements,
    times,
    away: (is: boolean) => void (isAway = is),
  };
}

onBothEngines((engine) => {
  let store: LogStore & AsyncDisposable;
  const directory = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  before(async () => void (store = await openStoreUnderTest(directory, engine)));
  after(async () => {
    await store[Symbol.asyncDispose]();
    removeFolder(directory);
  });

  const start = (t: TestContext, limits?: Limits) => startOn(store, t, limits);

  test('a field is named when it has more values than its row, with what to do', async (t) => {
    const { read, write, id } = await start(t);
    await write(
      id,
      events(6, (i) => ({
        source: `s-${i % 4}`,
        fields: { request_id: `r-${i}`, 'host.name': `h-${i}`, order: `o-${i % 5}` },
      })),
    );

    const { fields, events: looked, isAll } = await read();

    assert.deepEqual([looked, isAll], [6, true]);
    assert.deepEqual(
      fields.map(({ name, distinct, recommendedMax }) => [name, distinct, recommendedMax]),
      // As many as recommended are not too many, and hosts may have more.
      [
        ['request_id', 6, 5],
        ['source', 4, 3],
      ],
    );
    assert.match(fields[0]?.advice ?? '', /event body/);
  });

  test('another organization has its own fields, and reserved indexes have none', async (t) => {
    const { read, write, id, access } = await start(t);
    const other = await access.newOrganization();
    await write(
      id,
      events(6, (i) => ({ fields: { request_id: `r-${i}` } })),
    );
    await write(
      other.id,
      events(9, (i) => ({ index: '_audit', fields: { actor: `a-${i}` } })),
    );

    assert.equal((await read()).fields.length, 1);
    assert.deepEqual((await read(other.owner)).fields, []);
  });

  test('of many events the newest are looked at, and the answer says so', async (t) => {
    const few = {
      ...FEW,
      views: { ...FEW.views, cardinalitySampleEventsMax: 8, cardinalityEventsMax: 12 },
    } as Limits;
    const { read, write, id } = await start(t, few);
    await write(id, [
      ...events(12, (i) => ({ source: 'a', fields: { request_id: `r-${i}`, few: `f-${i % 4}` } })),
      ...events(20, (i) => ({ agoMs: HOUR_MS + i, fields: { old: `o-${i}` } })),
    ]);

    const { fields, events: looked, isAll } = await read();

    assert.deepEqual([looked, isAll], [12, false]);
    assert.deepEqual(
      fields.map(({ name, distinct }) => [name, distinct]),
      [['request_id', 12]],
    );
  });

  test('older events are left out, and it takes no longer than it may', async (t) => {
    const { cardinalityDays } = FEW.views;
    const { read, write, id, times } = await start(t);
    const day = 24 * HOUR_MS;
    await write(id, [
      ...events(6, (i) => ({
        agoMs: cardinalityDays * day - HOUR_MS - i,
        fields: { request_id: `r-${i}` },
      })),
      ...events(6, (i) => ({
        agoMs: cardinalityDays * day + HOUR_MS + i,
        fields: { old: `o-${i}` },
      })),
    ]);

    const { fields, events: looked } = await read();

    assert.deepEqual([looked, fields.map(({ name }) => name)], [6, ['request_id']]);
    const [ms = 0] = times.slice(-1);
    assert.ok(ms > 0 && ms <= FEW.views.cardinalityMsMax, String(ms));
  });

  test('it is counted once in ten minutes, for everybody who asks', async (t) => {
    const { read, statements, access } = await start(t);
    const earlier = statements();

    await Promise.all([read(), read(), read()]);
    await read();
    assert.equal(statements() - earlier, 1);
    access.clock.advance(FEW.views.cardinalityKeptMs);
    await read();
    assert.equal(statements() - earlier, 2);
  });

  testSearches(start);
});

/** What becomes of it in searches, and for whom. */
function testSearches(start: (t: TestContext) => ReturnType<typeof startOn>): void {
  test('a search that groups by such a field says so, once it is known, and never waits', async (t) => {
    const { read, warnings, write, id, away, ask, access } = await start(t);
    await write(
      id,
      events(6, (i) => ({ source: `s-${i}`, fields: { request_id: `r-${i}` } })),
    );

    assert.deepEqual(await warnings('* | stats count BY request_id'), [], 'not known yet');
    await read();
    const [reported] = await warnings('* | stats count BY request_id');
    assert.match(
      reported ?? '',
      /`request_id` has about 6 distinct values \(estimated\)\. At most 5 are/,
    );
    assert.equal((await warnings('* | timechart count BY source')).length, 1);
    assert.deepEqual(await warnings('* | stats count BY level'), []);
    assert.deepEqual(await warnings('request_id=r-1 | stats count'), []);
    assert.deepEqual(await warnings('* | eval source=level | stats count BY source'), []);

    // An estimate that fails leaves the one before, and the next who asks hears why.
    access.clock.advance(FEW.views.cardinalityKeptMs);
    away(true);
    assert.equal((await ask()).status, 503);
    away(false);
    assert.equal((await warnings('* | stats count BY request_id')).length, 1);
    access.clock.advance(HOUR_MS);
    assert.deepEqual(await warnings('* | stats count BY request_id'), [], 'too old to be told');
  });

  test('a search with few groups has nothing counted in the background', async (t) => {
    const { warnings, write, id, times } = await start(t);
    await write(
      id,
      events(6, (i) => ({ source: `s-${i % 3}`, fields: { request_id: `r-${i}` } })),
    );
    const { cardinalityMsMax } = FEW.views;
    const isCounted = (): boolean =>
      times.some((ms) => ms <= cardinalityMsMax && ms > cardinalityMsMax / 2);

    assert.deepEqual(await warnings('* | stats count BY source'), []);
    assert.equal(isCounted(), false);
    await warnings('* | stats count BY request_id');
    for (let waits = 0; !isCounted() && waits < 100; waits += 1) await setTimeout(50);
    assert.equal(isCounted(), true);
  });

  test('whoever may not read logs is not told about their fields', async (t) => {
    const { access, call, owner } = await start(t);
    const key = await access.newKey(owner, 'ingest-only');

    const answer = await call('GET /api/v1/search/field-cardinality', { as: key });
    assert.equal(answer.status, 403);
  });
}
