/** Text → statement, for the main shapes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';
import { bind } from '../../../engines/store/sql.ts';
import { prepareSearch } from '../prepare-search.ts';
import { runSearch } from '../run-search.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const RANGE = { earliest: '-1h', latest: 'now' };
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({ now: NOW });
  const filler = Array.from({ length: 20_000 }, (_, i) => ({
    body: `filler line number ${i} with nothing in it`,
    timestamp: NOW - 1_800_000 + i,
    attributes: [['order', `o${i}`] as const, ['trace_id', `t${i}`] as const],
  }));
  await tested.insert(filler);
  await tested.insert([{ body: 'needle found by chance', timestamp: NOW - 5_000 }]);
});
after(() => tested[Symbol.asyncDispose]());

async function prepare(query: string) {
  const { signal } = new AbortController();
  return prepareSearch(
    tested.needs,
    tested.actorOf('org_test'),
    { ...RANGE, query, limit: 100 },
    signal,
  );
}

const SCOPE =
  'organization = {p1:String} AND index_name = {p2:String} ' +
  "AND timestamp >= {p3:DateTime64(3, 'UTC')} AND timestamp < {p4:DateTime64(3, 'UTC')}";

test('a search with stats is one SELECT that reads only what it needs', async () => {
  const { plan } = await prepare('bytes>5 | stats sum(bytes) AS total by host');

  const { text, parameters } = bind(plan.statement);
  const unnumbered = (statement: string): string => statement.replaceAll(/\bp\d+:/g, 'p:');
  assert.ok(unnumbered(text).includes(`FROM logs WHERE (${unnumbered(SCOPE)})`), text);
  assert.ok(!text.includes('body'), text);
  assert.equal(text.match(/FROM logs/g)?.length, 1);
  assert.ok([...parameters.values()].includes('org_test'));
});

test('names and values of the query never enter the text of the statement', async () => {
  const { plan } = await prepare(
    '"odd`name"="it\'s" | eval "a`b"="x\'y" | stats count AS "c`d" by "a`b"',
  );

  const { text } = bind(plan.statement);
  assert.doesNotMatch(text, /odd|it's|x'y|a`b|c`d/);
});

test('events are read in the order of time, with a limit', async () => {
  const { plan } = await prepare('level=error | head 10');

  const { text } = bind(plan.statement);
  assert.match(text, /ORDER BY `timestamp` DESC, `row_id` DESC LIMIT \{p\d+:UInt32\}$/);
});

test('filters behind the search reach the same WHERE', async () => {
  const { plan } = await prepare('error | where status>400 | regex event="x+" | head 5');

  const { text } = bind(plan.statement);
  assert.equal(text.match(/SELECT/g)?.length, 1, text);
  assert.match(text, /hasTokenCaseInsensitive.*toFloat64OrNull.*match\(/);
});

test('counts by what the summary knows bound whole minutes', async () => {
  const { plan } = await prepare('level=error | stats count by service');

  assert.match(bind(plan.statement).text, /toStartOfMinute\(timestamp\) >= /);
});

for (const query of ['needle', '"found by chance"', 'order=o77', 'trace_id=t77']) {
  test(`what is rare is found: ${query}`, () => findsOne(query));
}

async function findsOne(query: string): Promise<void> {
  assert.equal((await tested.rows(query, RANGE)).length, 1);
}

test('a regular expression the store cannot run is refused with the reason', async () => {
  await assert.rejects(prepare('* | regex event="(?=x)y"'), (error: Error) => {
    assert.match(error.message, /Look-around is not supported/);
    return true;
  });
});

test('explaining shows the parentheses, and the statement to those who run the organization', async () => {
  const input = { ...RANGE, query: 'filler number OR found', explain: true };
  const member = tested.actorOf('org_test');
  const admin = { ...member, permissions: new Set(['organization:manage'] as const) };
  const { signal } = new AbortController();

  const shown = await runSearch(tested.needs, admin, input, signal);
  const hidden = await runSearch(tested.needs, member, input, signal);

  assert.equal(shown.data.explain?.query, 'search filler AND (number OR found)');
  assert.match(shown.data.explain?.sql ?? '', /FROM logs/);
  assert.ok((shown.data.explain?.estimatedRows ?? 0) > 0);
  assert.equal(hidden.data.explain?.sql, undefined);
});

test('with all slots taken a query is told to come back', async () => {
  const full = { ...tested.needs, counters: { acquire: () => undefined } };

  const run = runSearch(
    full,
    tested.actorOf('org_test'),
    { query: '*' },
    new AbortController().signal,
  );

  await assert.rejects(run, { code: 'QUERY_SLOTS_BUSY' });
});

test('what was left out is said', async () => {
  const { data, nextCursor } = await tested.search('filler', { ...RANGE, limit: 3 });

  assert.equal(data.rows.length, 3);
  assert.equal(data.truncated, true);
  assert.deepEqual(
    data.limits_applied.map(({ limit, max }) => [limit, max]),
    [['rows', 3]],
  );
  assert.notEqual(nextCursor, null);
});
