import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { openTestStore } from '../../../test/support/open-test-store.ts';
import { startSearch } from '../../../test/support/start-search.ts';
import { searchRoutes } from './routes.ts';

const store = await openTestStore();
const STREAM = { accept: 'text/event-stream' };

async function start(t: TestContext, reading: Partial<LogStore> = {}) {
  const limits = { ...LIMITS, query: { ...LIMITS.query, progressMs: 5 } };
  const search = await startSearch(
    t,
    store,
    (app, needs) => searchRoutes(app, { ...needs, store: { ...store, ...reading } }),
    { limits },
  );
  const { id, owner } = await search.access.newOrganization();
  const get = (query: string, headers: Record<string, string> = {}) =>
    search.call(`GET /api/v1/search?${new URLSearchParams({ query }).toString()}`, {
      as: owner,
      headers,
    });
  return { ...search, id, get };
}

interface Message {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function messagesOf(text: string): Message[] {
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      return { event, data: JSON.parse(data) as Message['data'] };
    });
}

test('a streamed search tells what it reads, and ends with the usual answer', async (t) => {
  const { id, write, get } = await start(t);
  await write(
    id,
    Array.from({ length: 50_000 }, (_, i) => ({ agoMs: i + 1, body: `job ${i} of ${i % 7} done` })),
  );
  const query = '* | rex "of (?<n>[0-9])" | stats count by n';

  const plain = await get(query);
  const streamed = await get(query, STREAM);

  assert.match(String(streamed.headers['content-type']), /^text\/event-stream/);
  const messages = messagesOf(streamed.text);
  const progress = messages.slice(0, -1);
  assert.ok(progress.length > 0);
  assert.ok(progress.every(({ event }) => event === 'progress'));
  const rows = progress.map(({ data }) => Number(data['rowsRead']));
  assert.deepEqual(
    rows,
    rows.toSorted((a, b) => a - b),
  );
  assert.equal(rows.at(-1), 50_000);
  assert.equal(progress.at(-1)?.data['totalRowsEstimate'], 50_000);
  const last = messages.at(-1);
  assert.equal(last?.event, 'result');
  assert.deepEqual(withoutTimes(last?.data), withoutTimes(plain.body));
});

/** Reading in pieces counts the same rows; bytes and times are those of another run. */
function withoutTimes(body: unknown): unknown {
  const { data, nextCursor } = body as {
    data: { stats: Record<string, unknown> };
    nextCursor: unknown;
  };
  const { scannedRows, matched } = data.stats;
  return { data: { ...data, stats: { scannedRows, matched } }, nextCursor };
}

test('what is wrong with the query has its status, stream or not', async (t) => {
  const { get } = await start(t);

  for (const headers of [{}, STREAM]) {
    const answer = await get('a | nope', headers);
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, 'QUERY_SYNTAX_ERROR');
  }
});

test('who takes anything gets the usual answer', async (t) => {
  const { get } = await start(t);

  const { headers, body } = await get('a', { accept: '*/*' });

  assert.match(String(headers['content-type']), /^application\/json/);
  assert.notEqual(body.data, undefined);
});

test('what fails after the stream has begun is told in it', async (t) => {
  const { get } = await start(t, {
    async *stream() {
      yield {
        kind: 'progress',
        progress: { rowsRead: 7, bytesRead: 70, rowsToRead: 100, elapsedMs: 1 },
      };
      await sleep(60);
      throw new AppError('QUERY_TIMEOUT', 'The query took too long.');
    },
  });

  const { status, text } = await get('a', STREAM);

  assert.equal(status, 200);
  const messages = messagesOf(text);
  assert.deepEqual(messages.at(-1), {
    event: 'error',
    data: { error: 'The query took too long.', code: 'QUERY_TIMEOUT' },
  });
  const { rowsRead, bytesRead, totalRowsEstimate } = messages.at(-2)?.data ?? {};
  assert.deepEqual([rowsRead, bytesRead, totalRowsEstimate], [7, 70, 100]);
});
