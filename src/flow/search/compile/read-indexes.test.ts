/** Which of its indexes ClickHouse uses for the main shapes of searches. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { sql } from '../../../engines/store/sql.ts';
import { prepareSearch } from '../prepare-search.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const RANGE = { earliest: '-1h', latest: 'now' };
const skip = withoutClickhouse();
let tested: SearchUnderTest;

before(async () => {
  if (skip !== false) return;
  tested = await openSearch({ now: NOW, engine: 'clickhouse' });
  const filler = Array.from({ length: 20_000 }, (_, i) => ({
    body: `filler line number ${i} with nothing in it`,
    timestamp: NOW - 1_800_000 + i,
    id: `e${i}`,
    attributes: [['order', `o${i}`] as const, ['trace_id', `t${i}`] as const],
  }));
  await tested.insert(filler);
  await tested.insert([{ body: 'needle found by chance', timestamp: NOW - 5_000 }]);
  const lists = [['order', '["listed"]'] as const, ['trace_id', '["traced"]'] as const];
  await tested.insert([{ body: 'lists', timestamp: NOW - 6_000, attributes: lists }]);
  await tested.store.command(sql`OPTIMIZE TABLE logs FINAL`);
});
after(async () => {
  if (skip === false) await tested[Symbol.asyncDispose]();
});

async function explain(query: string): Promise<string[]> {
  const { signal } = new AbortController();
  const input = { ...RANGE, query, limit: 100 };
  const { plan } = await prepareSearch(tested.needs, tested.actorOf('org_test'), input, signal);
  const answer = await tested.store.query(sql`EXPLAIN indexes = 1 ${plan.statement}`);
  return (answer.columns[0]?.values ?? []).map(String);
}

const LOOK_UPS = [
  ['a word', 'needle', 'body_words'],
  ['a phrase', '"found by chance"', 'body_words'],
  // A list is found by its elements, too: two indexes are asked together.
  ['a key and its value', 'order=o77', '<Combined skip indexes>'],
  ['a promoted key and its value', 'trace_id=t77', '<Combined skip indexes>'],
  ['an element of a list', 'order=listed', '<Combined skip indexes>'],
  ['an element of a promoted list', 'trace_id=traced', '<Combined skip indexes>'],
  // Where an event has none an attribute of this name counts: two indexes are asked together.
  ['the id of an event', 'id=e77', '<Combined skip indexes>'],
] as const;

for (const [what, query, index] of LOOK_UPS) {
  test(`${what} is looked up in the index`, { skip }, async () => {
    const lines = await explain(`${query} | head 100`);

    const at = lines.findIndex((line) => line.includes(`Name: ${index}`));
    assert.ok(at >= 0, lines.join('\n'));
    const granules = /Granules: (\d+)\/(\d+)/.exec(
      lines.slice(at).find((line) => line.includes('Granules')) ?? '',
    );
    assert.ok(Number(granules?.[1]) < Number(granules?.[2]), lines.join('\n'));
  });
}

test(
  'the primary index narrows every read to the organization, index and time',
  { skip },
  async () => {
    const text = (await explain('* | stats dc(order)')).join('\n');

    assert.match(text, /PrimaryKey[\s\S]*organization[\s\S]*index_name[\s\S]*timestamp/);
  },
);
