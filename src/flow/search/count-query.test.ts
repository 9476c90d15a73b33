import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStore } from '../../../test/support/open-test-store.ts';
import { startSearch } from '../../../test/support/start-search.ts';
import { searchRoutes, viewRoutes } from './routes.ts';

const store = await openTestStore();

test('a query that cannot be read costs no search, wherever it is sent, and a flood of them ends', async (t) => {
  const rates = { search: 2, logs: 2, unreadable: 12 };
  const search = await startSearch(
    t,
    store,
    (app, needs) => {
      searchRoutes(app, needs);
      viewRoutes(app, needs);
    },
    { rates },
  );
  const { owner } = await search.access.newOrganization();
  const broken = encodeURIComponent('* | stats count by');
  const ask = (path: string) => search.call(`GET ${path}`, { as: owner });
  const paths = ['search', 'logs', 'search/histogram', 'search/fields', 'search/patterns'];
  for (const path of [...paths, ...paths]) {
    const answer = await ask(`/api/v1/${path}?query=${broken}&earliest=-1h&latest=now`);
    assert.equal(answer.status, 400, `${path}: ${answer.text}`);
    assert.equal(answer.body.code, 'QUERY_SYNTAX_ERROR', path);
  }
  const send = async (query: string) =>
    search.call('POST /api/v1/search', { as: owner, body: { query, earliest: '-1h' } });
  for (let count = 0; count < 2; count += 1) {
    assert.equal((await send('* | stats count by')).body.code, 'QUERY_SYNTAX_ERROR');
  }
  assert.equal((await send('* | stats count by')).body.code, 'RATE_LIMITED');

  const good = '/api/v1/search?query=error&earliest=-1h&latest=now';
  search.access.clock.advance(61_000);
  assert.deepEqual(
    [(await ask(good)).status, (await send('error')).status, (await ask(good)).status],
    [200, 200, 429],
  );
});
