/** A search as server-sent events; the store says what it is told to say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { type FakeRows, fakeSearch } from '../../../test/support/search/fake-search.ts';
import { AppError } from '../../base/errors.ts';
import { streamSearch } from './stream-search.ts';

interface Given {
  readonly told: readonly (FakeRows | Error)[];
  readonly query?: string;
  /** The store waits for so many pieces of progress before it answers. */
  readonly patience?: number;
  readonly leave?: boolean;
}

async function start({ told, query = '* | table host', patience = 0, leave = false }: Given) {
  const search = fakeSearch(told);
  const leaving = new AbortController();
  const goOn = Promise.withResolvers<void>();
  if (patience === 0) goOn.resolve();
  const store: typeof search.needs.store = {
    ...search.needs.store,
    async *stream(...asked) {
      await goOn.promise;
      yield* search.needs.store.stream(...asked);
    },
  };
  const limits = { ...LIMITS, query: { ...LIMITS.query, progressMs: 1 } };
  const needs = { ...search.needs, store, limits };
  const messages = await streamSearch(needs, search.actor, { query }, leaving.signal, 'req_1');
  const said: [event: string, data: Record<string, unknown>][] = [];
  const read = async (): Promise<void> => {
    for await (const message of messages) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)\n\n$/s.exec(message) ?? [];
      said.push([event, JSON.parse(data) as Record<string, unknown>]);
      if (said.length < patience) continue;
      if (leave) leaving.abort();
      goOn.resolve();
    }
  };
  return { said, read };
}

test('the result comes last, behind what was read for it', async () => {
  const { said, read } = await start({ told: [[{ c1: 'a' }]], patience: 2 });

  await read();

  const names = said.map(([event]) => event);
  assert.deepEqual(names.slice(-2), ['progress', 'result']);
  assert.ok(names.length >= 4 && names.slice(0, -1).every((name) => name === 'progress'));
  const { elapsedMs, ...rest } = said[0]?.[1] ?? {};
  assert.deepEqual(rest, { rowsRead: 0, bytesRead: 0 });
  assert.ok(Number.isInteger(elapsedMs) && Number(elapsedMs) >= 0 && Number(elapsedMs) < 30_000);
  const { elapsedMs: _, ...last } = said.at(-2)?.[1] ?? {};
  assert.deepEqual(last, { rowsRead: 3, bytesRead: 50, totalRowsEstimate: 7 });
  const { data } = (said.at(-1)?.[1] ?? {}) as { data?: { rows: unknown } };
  assert.deepEqual(data?.rows, [{ host: 'a' }]);
});

test('what fails before anything was said rejects', async () => {
  await assert.rejects(start({ told: [], query: '(' }), { code: 'QUERY_SYNTAX_ERROR' });
});

test('what fails later is told in the stream, in words for the client', async () => {
  const away = new AppError('STORAGE_UNAVAILABLE', 'The store is away.');
  const { said, read } = await start({ told: [away], patience: 1 });

  await read();

  assert.equal(said[0]?.[0], 'progress');
  assert.deepEqual(said.at(-1), [
    'error',
    { error: 'The store is away.', code: 'STORAGE_UNAVAILABLE', requestId: 'req_1' },
  ]);
});

test('a defect of ours is not told, and breaks the stream off', async () => {
  const { said, read } = await start({ told: [new TypeError('our secret')], patience: 1 });

  await assert.rejects(read(), /our secret/);

  assert.deepEqual(said.at(-1), [
    'error',
    { error: 'Internal error. Try again.', code: 'INTERNAL', requestId: 'req_1' },
  ]);
  assert.equal(JSON.stringify(said).includes('our secret'), false);
});

test('nothing more is said to a client that has left', async () => {
  const away = new AppError('STORAGE_UNAVAILABLE', 'The store is away.');
  const { said, read } = await start({ told: [away], patience: 1, leave: true });

  await read();

  assert.ok(said.every(([event]) => event === 'progress'));
});
