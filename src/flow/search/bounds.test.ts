/** What is too much, or makes no sense, is told over HTTP: as a refusal, or as an answer that says it is cut. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { createApiKey } from '../../../test/support/guard/credentials.ts';
import { openTestStore } from '../../../test/support/open-test-store.ts';
import { startSearch } from '../../../test/support/start-search.ts';
import type { SearchResult } from './run-search.ts';
import { searchRoutes } from './routes.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const search = await startSearch(t, store, searchRoutes);
  const { id, owner } = await search.access.newOrganization();
  await search.write(
    id,
    Array.from({ length: 30 }, (_, i) => ({ agoMs: i + 1, body: 'x', fields: { user: `u${i}` } })),
  );
  const ask = (query: Readonly<Record<string, string>>, as: typeof owner | string = owner) =>
    search.call(`GET /api/v1/search?${new URLSearchParams(query).toString()}`, { as });
  const read = async (query: Readonly<Record<string, string>>): Promise<SearchResult> => {
    const answer = await ask(query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as SearchResult;
  };
  return { ...search, owner, ask, read };
}

test('a range that ends before it starts is refused, in the query and beside it', async (t) => {
  const { ask } = await start(t);

  for (const input of [
    { query: '*', earliest: '-1h', latest: '-2h' },
    { query: 'earliest=-1h latest=-2h' },
    { query: '*', earliest: 'now', latest: 'now' },
  ]) {
    const { status, body } = await ask(input);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /before|empty|later/i);
  }
});

test('as many buckets as allowed are given whole, one more is refused with its place', async (t) => {
  const { ask, read } = await start(t);
  const { bucketsMax } = LIMITS.query;
  const query = '* | timechart span=1s count';

  const { rows, truncated } = await read({
    query: `${query} | stats count sum(count) AS n`,
    earliest: `-${bucketsMax}s`,
  });
  const { status, body } = await ask({ query, earliest: `-${bucketsMax + 1}s` });

  assert.deepEqual(rows, [{ count: bucketsMax, n: 30 }]);
  assert.equal(truncated, false);
  assert.equal(status, 400);
  assert.match(String(body.error), /more than 10000 buckets/);
});

test('more groups than rows of an answer are said to be cut, and sums over them are whole', async (t) => {
  const { read } = await start(t);

  const groups = await read({ query: '* | stats count by user', limit: '10' });
  const summed = await read({ query: '* | stats count by user | stats count', limit: '10' });

  assert.equal(groups.rows.length, 10);
  assert.equal(groups.truncated, true);
  assert.deepEqual(
    groups.limits_applied.map(({ limit, max }) => [limit, max]),
    [['rows', 10]],
  );
  assert.deepEqual(summed.rows, [{ count: 30 }]);
  assert.equal(summed.truncated, false);
});

test('a caller who names no limit gets the default number of rows, and is told that there are more', async (t) => {
  const { read } = await start(t);
  const { rowsDefault } = LIMITS.query;

  const whole = await read({ query: `| makeresults count=${rowsDefault}` });
  const cut = await read({ query: `| makeresults count=${rowsDefault + 1}` });

  assert.deepEqual([whole.rows.length, whole.truncated], [rowsDefault, false]);
  assert.deepEqual([cut.rows.length, cut.truncated], [rowsDefault, true]);
});

test('an explanation shows how a query is read, what it costs, and the statement to those who may', async (t) => {
  const { access, owner, ask } = await start(t);
  const { value: key } = await createApiKey(access.needs, owner.actor, {
    name: 'reader',
    scope: 'read-only',
  });
  const input = { query: 'x user=u1 OR user=u2 | stats count', explain: 'true' };

  const toOwner = (await ask(input)).body.data as SearchResult;
  const toKey = (await ask(input, key)).body.data as SearchResult;

  assert.equal(toOwner.explain?.query, 'search x AND (user=u1 OR user=u2)\n| stats count');
  assert.ok((toOwner.explain?.estimatedRows ?? 0) >= 30);
  assert.match(toOwner.explain?.sql ?? '', /FROM logs WHERE/);
  assert.ok(Object.values(toOwner.explain?.parameters ?? {}).includes(owner.actor.organization));
  assert.deepEqual(
    toOwner.warnings.map(({ code }) => code),
    ['or-precedence'],
  );
  assert.deepEqual(toOwner.rows, []);
  assert.deepEqual(Object.keys(toKey.explain ?? {}), ['query', 'estimatedRows']);
});
