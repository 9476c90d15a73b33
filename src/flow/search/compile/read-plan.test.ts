/** How the store reads for the main shapes of searches: its own plan is looked at, so that none of it rots. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import { bind, sql } from '../../../engines/store/sql.ts';
import { prepareSearch } from '../prepare-search.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const RANGE = { earliest: '-1h', latest: 'now' };
const INDEXES = ['main', 'web', 'jobs'];
const EVENTS = 30_000;
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({ now: NOW, indexes: [...INDEXES, '_audit'] });
  await tested.insert(
    Array.from({ length: EVENTS }, (_, i) => ({
      index: INDEXES[i % INDEXES.length] ?? 'main',
      body: `order o${i} was ${i % 7 === 0 ? 'refused' : 'taken'} by /orders/${i}/items`,
      level: i % 5 === 0 ? ('error' as const) : ('info' as const),
      timestamp: NOW - 3_000_000 + i,
      attributes: [['trace_id', `t${i}`] as const, ['queue', `q${i}`] as const],
    })),
  );
  await tested.store.command(sql`OPTIMIZE TABLE logs FINAL`);
});
after(() => tested[Symbol.asyncDispose]());

async function planOf(query: string): Promise<{ readonly text: string; readonly plan: string }> {
  const { signal } = new AbortController();
  const input = { ...RANGE, query, limit: 100 };
  const { plan } = await prepareSearch(tested.needs, tested.actorOf('org_test'), input, signal);
  const answer = await tested.store.query(sql`EXPLAIN indexes = 1 ${plan.statement}`);
  return { text: bind(plan.statement).text, plan: (answer.columns[0]?.values ?? []).join('\n') };
}

const IN_ORDER = [
  ['the last of everything', '*'],
  ['the last of a level', 'level=error'],
  ['the last of a phrase', '"was refused"'],
  ['the last of a common word', 'order'],
] as const;

for (const [what, query] of IN_ORDER) {
  test(`${what} in one index is read from the end`, async () => {
    const { plan } = await planOf(`index=web ${query} | head 10`);

    assert.match(plan, /Read type: InReverseOrder/);
    assert.doesNotMatch(plan, /Read type: Default/);
  });

  test(`${what} in several indexes is read from the end of each`, async () => {
    const { plan } = await planOf(`${query} | head 10`);

    assert.equal(plan.match(/Read type: InReverseOrder/g)?.length, INDEXES.length, plan);
    assert.doesNotMatch(plan, /Read type: Default/);
  });
}

test('an identifier is looked up in all indexes at once', async () => {
  const { text, plan } = await planOf('trace_id=t77 | head 10');

  assert.equal(text.match(/FROM logs/g)?.length, 1, text);
  assert.match(plan, /Name: trace_id_values/);
});

const IDENTIFIERS = [
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '"0e0e4736-77b3-4da6-a3ce-929d0e0e4736"',
  'trace_id=t77',
];

for (const identifier of IDENTIFIERS) {
  test(`few events are read with all columns at once: ${identifier}`, async () => {
    const { plan } = await planOf(`index=web ${identifier} | head 10`);

    assert.match(plan, /Read type: InReverseOrder/);
    assert.doesNotMatch(plan, /Lazily/);
    assert.match((await planOf('index=web order | head 10')).plan, /Lazily/);
    assert.doesNotMatch((await planOf(`${identifier} | head 10`)).text, /SETTINGS/);
  });
}

test('several tests are put in order by the store, a single one is not', async () => {
  assert.match((await planOf('index=web order | head 10')).text, /FROM logs PREWHERE/);
  assert.match((await planOf('index=web order level=error | head 10')).text, /FROM logs WHERE/);
});

test('the words of a regular expression are looked up', async () => {
  const query = 'index=jobs | regex event="/29999/(items|lines)" | head 10';
  const { plan } = await planOf(query);

  assert.match(plan, /Name: body_words[\s\S]*?Granules: 1\/2/);
  assert.equal((await tested.rows(query, RANGE)).length, 1);
});

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
