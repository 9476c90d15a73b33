/** How ClickHouse reads for the main shapes of searches: its own plan is looked at, so that none of it rots. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { bind, sql } from '../../../engines/store/sql.ts';
import { prepareSearch } from '../prepare-search.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const RANGE = { earliest: '-1h', latest: 'now' };
const INDEXES = ['main', 'web', 'jobs'];
const EVENTS = 30_000;
let tested: SearchUnderTest;
const skip = withoutClickhouse();

before(async () => {
  if (skip !== false) return;
  tested = await openSearch({ now: NOW, engine: 'clickhouse', indexes: [...INDEXES, '_audit'] });
  await tested.insert(
    Array.from({ length: EVENTS }, (_, i) => ({
      index: INDEXES[i % INDEXES.length] ?? 'main',
      body: `order o${i} was ${i % 7 === 0 ? 'refused' : 'taken'} by /orders/${i}/items`,
      level: i % 5 === 0 ? ('error' as const) : ('info' as const),
      timestamp: NOW - 3_000_000 + i,
      id: `e${i}`,
      attributes: [['trace_id', `t${i}`] as const, ['queue', `q${i}`] as const],
    })),
  );
  await tested.store.command(sql`OPTIMIZE TABLE logs FINAL`);
});
after(async () => {
  if (skip === false) await tested[Symbol.asyncDispose]();
});

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
  test(`${what} in one index is read from the end`, { skip }, async () => {
    const { plan } = await planOf(`index=web ${query} | head 10`);

    assert.match(plan, /Read type: InReverseOrder/);
    assert.doesNotMatch(plan, /Read type: Default/);
  });

  test(`${what} in several indexes is read from the end of each`, { skip }, async () => {
    const { plan } = await planOf(`${query} | head 10`);

    assert.equal(plan.match(/Read type: InReverseOrder/g)?.length, INDEXES.length, plan);
    assert.doesNotMatch(plan, /Read type: Default/);
  });
}

test('an identifier is looked up in all indexes at once', { skip }, async () => {
  const { text, plan } = await planOf('trace_id=t77 | head 10');

  assert.equal(text.match(/FROM logs/g)?.length, 1, text);
  assert.match(plan, /Name: trace_id_values/);
});

const IDENTIFIERS = [
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '"0e0e4736-77b3-4da6-a3ce-929d0e0e4736"',
  'trace_id=t77',
  'id=e77',
];

for (const identifier of IDENTIFIERS) {
  test(`few events are read with all columns at once: ${identifier}`, { skip }, async () => {
    const { plan } = await planOf(`index=web ${identifier} | head 10`);

    assert.match(plan, /Read type: InReverseOrder/);
    assert.doesNotMatch(plan, /Lazily/);
    assert.match((await planOf('index=web order | head 10')).plan, /Lazily/);
    assert.doesNotMatch((await planOf(`${identifier} | head 10`)).text, /SETTINGS/);
  });
}

test('several tests are put in order by the store, a single one is not', { skip }, async () => {
  assert.match((await planOf('index=web order | head 10')).text, /FROM logs PREWHERE/);
  assert.match((await planOf('index=web order level=error | head 10')).text, /FROM logs WHERE/);
});

test('the words of a regular expression are looked up', { skip }, async () => {
  const query = 'index=jobs | regex event="/29999/(items|lines)" | head 10';
  const { plan } = await planOf(query);

  assert.match(plan, /Name: body_words[\s\S]*?Granules: 1\/2/);
  assert.equal((await tested.rows(query, RANGE)).length, 1);
});
