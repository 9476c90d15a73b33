import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../../http/listen.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { createApiKey } from '../../../../test/support/guard/credentials.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import type { ExportNeeds } from './export-logs.ts';
import { exportRoutes } from './export-routes.ts';

const store = await openTestStore();

async function start(
  t: TestContext,
  change: (needs: ExportNeeds) => ExportNeeds = (needs) => needs,
) {
  const search = await startSearch(t, store, (app, needs) => exportRoutes(app, change(needs)));
  const organization = await search.access.newOrganization();
  const draft = { name: 'k', scope: 'full-access' } as const;
  const { value: key } = await createApiKey(search.access.needs, organization.owner.actor, draft);
  const port = await listen(search.app, { host: '127.0.0.1', port: 0 });
  /** Over a real socket, since only there trailers and broken connections exist. */
  const get = async (query: Readonly<Record<string, string>>, as = key) => {
    const path = `/api/v1/logs/export?${new URLSearchParams(query).toString()}`;
    const asked = request({
      port,
      host: '127.0.0.1',
      path,
      headers: { authorization: `Bearer ${as}` },
    });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { asked, answer };
  };
  const read = async (query: Readonly<Record<string, string>>, as = key) => {
    const { answer } = await get(query, as);
    const body = await buffer(answer);
    const { statusCode: status, headers, trailers } = answer;
    return { status, headers, trailers, body, text: body.toString() };
  };
  return { ...search, organization, key, get, read };
}

const EVENTS = [
  { agoMs: SECOND_MS, body: 'new\n"quoted", line', level: 'error', fields: { service: 'pay' } },
  { agoMs: 2 * SECOND_MS, body: 'old', fields: { service: 'shop', 'http.status': '200' } },
];

test('events go out as lines of JSON, newest first, with their number behind them', async (t) => {
  const { organization, write, read } = await start(t);
  const ids = await write(organization.id, EVENTS);

  const { status, headers, trailers, text } = await read({ format: 'jsonl' });

  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/x-ndjson');
  assert.match(
    String(headers['content-disposition']),
    /^attachment; filename="logs-2026[\w-]+Z\.jsonl"$/,
  );
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    [
      {
        _time: '2026-01-15T11:59:59.000Z',
        _id: ids[0],
        _index: 'main',
        event: 'new\n"quoted", line',
        level: 'error',
        source: 'test',
        attributes: { service: 'pay' },
      },
      {
        _time: '2026-01-15T11:59:58.000Z',
        _id: ids[1],
        _index: 'main',
        event: 'old',
        level: 'info',
        source: 'test',
        attributes: { service: 'shop', 'http.status': '200' },
      },
    ],
  );
  assert.deepEqual(trailers, { 'x-row-count': '2' });
});

test('no cell of a CSV file begins a formula, unless it is asked for as it is', async (t) => {
  const { organization, write, read } = await start(t);
  await write(organization.id, [{ agoMs: SECOND_MS, body: '=HYPERLINK("x")' }]);
  const query = '* | eval n=-5 | table event, n';

  const file = await read({ format: 'csv', query });
  const raw = await read({ format: 'csv', query, raw: 'true' });

  assert.match(file.text, /\n"'=HYPERLINK\(""x""\)",-5\n$/);
  assert.match(raw.text, /\n"=HYPERLINK\(""x""\)",-5\n$/);
  assert.deepEqual(file.trailers, { 'x-row-count': '1' });
});

test('CSV counts records, not lines', async (t) => {
  const { organization, write, read } = await start(t);
  await write(organization.id, EVENTS);

  const { headers, trailers, text } = await read({
    format: 'csv',
    query: '* | table event, service',
  });
  const all = await read({ format: 'csv' });

  assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present');
  assert.equal(text, '"event","service"\n"new\n""quoted"", line","pay"\n"old","shop"\n');
  assert.deepEqual(trailers, { 'x-row-count': '2' });
  assert.match(all.text, /^"_time","_id","_index","event","level","source","attributes"\n/);
  assert.match(all.text, /"\{""service"":""pay""\}"\n/);
});

test('a Parquet file tells its rows itself', async (t) => {
  const { organization, write, read } = await start(t);
  const many = Array.from({ length: 70_000 }, (_, i) => ({ agoMs: i + 1, body: `event ${i}` }));
  await write(organization.id, many);

  const { headers, trailers, body } = await read({ format: 'parquet' });
  const none = await read({ format: 'parquet', query: 'nothing' });

  assert.equal(headers['content-type'], 'application/vnd.apache.parquet');
  assert.equal(body.toString('latin1', 0, 4), 'PAR1');
  assert.deepEqual(trailers, { 'x-row-count': '70000' });
  assert.deepEqual(none.trailers, { 'x-row-count': '0' });
});

test('statistics can be exported, and names of users are safe', async (t) => {
  const { organization, write, read } = await start(t);
  await write(organization.id, EVENTS);

  const counts = await read({ query: '* | stats count BY service' });
  const odd = await read({
    query: '* | eval timestamp="mine", row_id="mine" | table timestamp row_id',
  });

  assert.equal(counts.text, '{"service":"pay","count":1}\n{"service":"shop","count":1}\n');
  assert.equal(odd.text, '{"timestamp":"mine","row_id":"mine"}\n'.repeat(2));
});

test('an export is in the audit log, with its query and format', async (t) => {
  const { access, organization, read } = await start(t);
  await read({ query: 'level=error', format: 'csv', earliest: '-1h' });
  await read({ query: 'level=(' });

  const entries = await access.auditOf(organization.id);
  const exports = entries.filter(({ action }) => action === 'log.exported');

  assert.equal(exports.length, 1);
  assert.deepEqual(JSON.parse(exports[0]?.details ?? ''), {
    query: 'level=error',
    format: 'csv',
    earliest: '2026-01-15T11:00:00.000Z',
    latest: '2026-01-15T12:00:00.000Z',
  });
});

test('only those who may, and only what is theirs', async (t) => {
  const { access, organization, write, read, call } = await start(t);
  await write(organization.id, EVENTS);
  const other = await access.newOrganization();
  const draft = { name: 'k', scope: 'full-access' } as const;
  const { value: theirs } = await createApiKey(access.needs, other.owner.actor, draft);
  const member = await access.join(organization.id, 'member');

  assert.equal((await read({ query: 'index=*' }, theirs)).text, '');
  assert.equal((await call('GET /api/v1/logs/export', { as: member })).body.code, 'FORBIDDEN');
  assert.equal((await read({}, await access.newKey(organization.owner))).status, 403);
  assert.equal((await read({ format: 'xlsx' })).status, 400);
  assert.equal((await read({ query: 'a | nonsense' })).status, 400);
});

test('a client that leaves stops the store, and frees its place', async (t) => {
  const opened: Readable[] = [];
  const { perOrganizationMax } = LIMITS.logExports;
  const { get, read } = await start(t, (needs) => ({
    ...needs,
    store: {
      ...needs.store,
      export: async () => {
        const endless = new Readable({ read: () => void endless.push('{}\n'.repeat(1_000)) });
        opened.push(endless);
        return { content: endless };
      },
    },
  }));

  const running = [];
  for (let i = 0; i < perOrganizationMax; i++) running.push(await get({}));
  const refused = await read({});
  for (const { asked } of running) asked.destroy();
  await until(() => opened.every(({ destroyed }) => destroyed));
  const next = await get({});

  assert.deepEqual([refused.status, opened.length], [429, perOrganizationMax + 1]);
  assert.equal(next.answer.statusCode, 200);
  next.asked.destroy();
  await until(() => opened.every(({ destroyed }) => destroyed));
});

test('a store that fails half-way breaks the file off, without a number behind it', async (t) => {
  const { get } = await start(t, (needs) => ({
    ...needs,
    store: {
      ...needs.store,
      export: async () => ({
        content: Readable.from(
          (async function* () {
            yield Buffer.from('{}\n');
            await sleep(50);
            throw new Error('the store is gone');
          })(),
        ),
      }),
    },
  }));

  const { answer } = await get({});

  await assert.rejects(buffer(answer), /aborted/);
  assert.deepEqual(answer.trailers, {});
});

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 1_500; i++) {
    if (isSo()) return;
    await sleep(20);
  }
  assert.fail('it did not get there');
}
