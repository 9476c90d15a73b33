/** Lookup tables in searches over HTTP: who may write them, where they are never written, and whose they are. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Limits } from '../../../spec/limits.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { createApiKey } from '../../../../test/support/guard/credentials.ts';
import type { Member } from '../../../../test/support/open-access.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { exportRoutes, lookupRoutes, searchRoutes, viewRoutes } from '../routes.ts';

const store = await openTestStore();
const CSV = { 'content-type': 'text/csv' };

interface Asked {
  readonly as?: Member | string;
  readonly limits?: Limits;
}

async function start(t: TestContext, limits: Limits = LIMITS) {
  const search = await startSearch(
    t,
    store,
    (app, needs) => {
      searchRoutes(app, needs);
      lookupRoutes(app, needs);
      exportRoutes(app, { ...needs, store });
      viewRoutes(app, needs);
    },
    { limits },
  );
  const { id, owner } = await search.access.newOrganization();
  const send = (query: string, { as = owner }: Asked = {}) =>
    search.call('POST /api/v1/search', { as, body: { query } });
  const get = (query: string, { as = owner }: Asked = {}) =>
    search.call(`GET /api/v1/search?${new URLSearchParams({ query }).toString()}`, { as });
  const put = (name: string, body: string, as: Member = owner) =>
    search.call(`PUT /api/v1/lookups/${name}`, { as, headers: CSV, body });
  const csv = async (name: string) =>
    (await search.call(`GET /api/v1/lookups/${name}/export`, { as: owner })).text;
  await search.write(id, [
    { agoMs: 1_000, body: 'one', fields: { service: 'checkout', size: '1.50' } },
    { agoMs: 2_000, body: 'two', fields: { service: 'auth' } },
    { agoMs: 3_000, body: 'three', fields: { service: 'checkout' } },
  ]);
  return { ...search, id, owner, send, get, put, csv };
}

const rowsOf = ({ body }: { body: { data?: unknown } }) => (body.data as { rows: unknown[] }).rows;

test('outputlookup writes the rows and passes them on', async (t) => {
  const { send, csv, get, put, call, access, id } = await start(t);

  const answer = await send('* | stats count BY service | outputlookup services | where count>1');

  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(rowsOf(answer), [{ service: 'checkout', count: 2 }]);
  assert.equal(await csv('services'), 'service,count\nauth,1\ncheckout,2\n');
  // What is appended to an uploaded table is still what a search found.
  await put('teams', 'service\nauth\n');
  await send('event=one | table service | outputlookup append=true teams');
  const viewer = await access.join(id, 'viewer');
  for (const name of ['services', 'teams']) {
    const refused = await call(`GET /api/v1/lookups/${name}/export`, { as: viewer });
    assert.equal(refused.status, 403);
  }
  assert.deepEqual(rowsOf(await get('event=two | lookup services service | table count')), [
    { count: 1 },
  ]);
});

test('values are written as they stand, times as seconds, several values in lines', async (t) => {
  const { send, csv, access } = await start(t);
  const seconds = (access.clock.now() - 1_000) / 1000;

  await send(
    'event=one | eval both=mvappend("a", "b") | table _time, size, both, none | outputlookup seen',
  );

  assert.equal(await csv('seen'), `_time,size,both,none\n${seconds},1.50,"a\nb",\n`);
});

test('rows are added with append, and replaced by their key with key_field', async (t) => {
  const { send, csv, put } = await start(t);
  await put('seen', 'service,owner\nauth,ada\ncart,bob\n');

  await send('event=two | table service, event | outputlookup append=true seen');
  assert.equal(await csv('seen'), 'service,owner,event\nauth,ada,\ncart,bob,\nauth,,two\n');

  await send(
    'event=one | eval service="cart" | table service, event | outputlookup key_field=service seen',
  );
  assert.equal(await csv('seen'), 'service,owner,event\nauth,ada,\nauth,,two\ncart,,one\n');
});

test('rows that are added by many at once are all there', async (t) => {
  const { send, csv } = await start(t);

  const answers = await Promise.all(
    [1, 2, 3].map((i) =>
      send(`event=one | eval n=${i} | table n | outputlookup append=true numbers`),
    ),
  );

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual((await csv('numbers')).trim().split('\n').toSorted(), ['1', '2', '3', 'n']);
});

test('a search without rows empties the table unless it must not', async (t) => {
  const { send, csv, put } = await start(t);
  await put('seen', 'a,b\n1,2\n');

  await send('event=nothing | table x | outputlookup override_if_empty=false seen');
  await send('event=nothing | table x | outputlookup append=true seen');
  assert.equal(await csv('seen'), 'a,b\n1,2\n');
  await send('event=nothing | table x | outputlookup seen');
  assert.equal(await csv('seen'), 'a,b\n');
});

test('who may not write is refused, and nothing is written', async (t) => {
  const { send, csv, put, access, id, owner } = await start(t);
  await put('seen', 'a\n1\n');
  const query = '* | stats count | outputlookup seen';
  const viewer = await access.join(id, 'viewer');
  const newKey = async (scope: 'read-only' | 'full-access') =>
    (await createApiKey(access.needs, owner.actor, { name: scope, scope })).value;

  assert.equal((await send(query, { as: viewer })).body.code, 'FORBIDDEN');
  assert.equal(
    (await send(query, { as: await newKey('read-only') })).body.code,
    'INSUFFICIENT_SCOPE',
  );
  assert.equal((await send('event=one | lookup seen a', { as: viewer })).status, 200);
  assert.equal(await csv('seen'), 'a\n1\n');
  assert.equal((await send(query, { as: await newKey('full-access') })).status, 200);
  assert.equal(await csv('seen'), 'count\n3\n');
});

test('a link, an explanation, an export or a view never writes', async (t) => {
  const { call, get, send, csv, put, owner } = await start(t);
  await put('seen', 'a\n1\n');
  const query = '* | stats count | outputlookup seen';
  const text = encodeURIComponent(query);

  const link = await get(query);
  const explained = await call('POST /api/v1/search', {
    as: owner,
    body: { query, explain: true },
  });
  const exported = await call(`GET /api/v1/logs/export?query=${text}`, { as: owner });
  const patterns = await call(`GET /api/v1/search/patterns?query=${text}`, { as: owner });
  const inside = await get('* | append [search * | stats count | outputlookup seen]');

  assert.equal(link.body.error, '`outputlookup` writes data and requires a search sent with POST.');
  assert.equal(explained.status, 200);
  assert.deepEqual(
    [link, exported, inside].map(({ status }) => status),
    [400, 400, 400],
  );
  // A view looks at the events alone, whatever is done with them afterwards.
  assert.equal(patterns.status, 200);
  assert.equal((await send(`${query} | lookup nowhere x`)).status, 400);
  assert.equal(await csv('seen'), 'a\n1\n');
});

test('rows that no table can hold are refused, never cut', async (t) => {
  const { send, get } = await start(t);
  const { rowsMax, columnsMax } = LIMITS.lookups;
  const made = (count: number): string =>
    `| makeresults count=${count} | eval n="x" | table n | outputlookup made`;
  const wide = (count: number): string =>
    `event=one | eval ${Array.from({ length: count }, (_, i) => `c${i}=1`).join(', ')} | table c* | outputlookup wide`;

  const fits = await send(made(rowsMax));
  assert.equal(fits.status, 200, fits.text.slice(0, 300));
  const more = await send(
    '* | append [| inputlookup made] | table n | outputlookup append=true made',
  );
  assert.match(String(more.body.error), /Too many rows.*maximum 100000/);
  assert.equal(
    (await get('| inputlookup made | stats count')).text.includes(`"count":${rowsMax}`),
    true,
  );
  const widest = await send(wide(columnsMax));
  assert.equal(widest.status, 200, widest.text);
  const tooWide = await send(wide(columnsMax + 1));
  assert.match(String(tooWide.body.error), /Too many columns: 101, maximum 100/);
  const odd = await send('* | outputlookup "!odd"');
  assert.match(String(odd.body.error), /lower-case letters/);
});

test('tables of another organization are not there', async (t) => {
  const { get, put, access, owner } = await start(t);
  const other = await access.newOrganization();
  await put('theirs', 'service,secret\ncheckout,zqx\n', other.owner);
  await put('same', 'service,secret\ncheckout,zqx\n', other.owner);
  await put('same', 'service,secret\ncheckout,ours\n');

  for (const query of [
    '* | lookup theirs service',
    '| inputlookup theirs',
    '| inputlookup their',
  ]) {
    const { status, text } = await get(query);
    assert.equal(status, 400);
    assert.doesNotMatch(text, /zqx|Did you mean/);
  }
  const found = await get('event=one | lookup same service | table secret');
  assert.deepEqual(rowsOf(found), [{ secret: 'ours' }]);
  const theirs = await get('| inputlookup same', { as: other.owner });
  assert.deepEqual(rowsOf(theirs), [{ service: 'checkout', secret: 'zqx' }]);
  assert.equal((await get('| inputlookup same', { as: owner })).text.includes('zqx'), false);
});

test('a table that nobody used for long leaves the memory, and is read again', async (t) => {
  const lookups = { ...LIMITS.lookups, cacheBytesMax: 0 as never };
  const { get, put } = await start(t, { ...LIMITS, lookups });
  await put('teams', 'service,team\ncheckout,payments\n');

  for (const team of ['payments', 'payments']) {
    assert.deepEqual(rowsOf(await get('event=one | lookup teams service | table team')), [
      { team },
    ]);
  }
  await put('teams', 'service,team\ncheckout,cards\n');
  assert.deepEqual(rowsOf(await get('event=one | lookup teams service | table team')), [
    { team: 'cards' },
  ]);
});
