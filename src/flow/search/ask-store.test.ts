import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, sql, string } from '../../engines/store/sql.ts';
import type { EngineHealth } from '../../base/health.ts';
import { AppError } from '../../base/errors.ts';
import { FAKE_WORK, fakeSearch, type FakeRows } from '../../../test/support/search/fake-search.ts';
import { type Asking, askStore, noWork, readInPieces, refuseTooLarge } from './ask-store.ts';

const withValues = (count: number) =>
  sql`SELECT ${join(
    Array.from({ length: count }, (_, i) => sql`${string(String(i))}`),
    ', ',
  )}`;

test('a statement has as many values as the store takes at once, and no more', () => {
  assert.doesNotThrow(() => refuseTooLarge(withValues(950)));
  assert.throws(() => refuseTooLarge(withValues(951)), { code: 'QUERY_SYNTAX_ERROR' });
});

/** A store that never ends a statement by itself. */
const hung = (state: EngineHealth['state']) => ({
  query: (_: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
    }),
  stream: () => {
    throw new Error('nobody streams here');
  },
  health: () => Promise.resolve({ state }),
});

for (const [state, code] of [
  ['up', 'QUERY_TIMEOUT'],
  ['degraded', 'QUERY_TIMEOUT'],
  ['down', 'STORAGE_UNAVAILABLE'],
] as const) {
  test(`a statement without an end is ${code} while the store is ${state}`, async () => {
    const asking = {
      store: hung(state),
      work: noWork(),
      signal: new AbortController().signal,
      endsAt: performance.now() + 20,
    };
    await assert.rejects(askStore(asking, sql`SELECT 1`), { code });
  });
}

test('a statement has as many subqueries and characters as the store reads in time, and no more', () => {
  const nested = (count: number) =>
    join(
      Array.from({ length: count }, () => sql`SELECT 1`),
      ' ',
    );
  const long = join(
    Array.from({ length: 20_000 }, () => sql`123456789`),
    ' ',
  );

  assert.doesNotThrow(() => refuseTooLarge(nested(64)));
  assert.throws(() => refuseTooLarge(nested(65)), { code: 'QUERY_SYNTAX_ERROR' });
  assert.doesNotThrow(() => refuseTooLarge(join([long, sql``], ' ')));
  assert.throws(() => refuseTooLarge(join([long, sql`1`], ' ')), {
    code: 'QUERY_SYNTAX_ERROR',
    message: 'The query is too large. Split it into smaller ones.',
  });
});

function ask(reported: readonly (FakeRows | Error)[], parts: Partial<Asking> = {}) {
  const { needs, asked, signal } = fakeSearch(reported);
  const work = { rows: 100, bytes: 1_000, rowsExpected: 10 };
  const endsAt = performance.now() + 60_000;
  return { asked, work, asking: { store: needs.store, work, signal, endsAt, ...parts } };
}

test('an answer is read at once, and what it took is added up', async () => {
  const { asking, work, asked } = ask([[{ a: 1 }, { a: 2 }]]);

  const { columns, rowCount } = await askStore(asking, sql`SELECT a`);

  assert.equal(rowCount, 2);
  assert.deepEqual(columns, [{ name: 'a', type: '', values: [1, 2] }]);
  assert.deepEqual(work, { rows: 103, bytes: 1_050, rowsExpected: 10 });
  assert.equal(asked[0]?.text, 'SELECT a');
  const timeoutMs = asked[0]?.options.timeoutMs ?? 0;
  assert.ok(timeoutMs > 50_000 && timeoutMs <= 60_000, String(timeoutMs));
});

test('somebody who watches has the same answer in pieces', async () => {
  const { asking, work } = ask(
    [
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    { isWatched: true },
  );

  assert.deepEqual(await askStore(asking, sql`SELECT a, b`), {
    queryId: '',
    columns: [
      { name: 'a', type: '', values: [1, 2] },
      { name: 'b', type: '', values: ['x', 'y'] },
    ],
    rowCount: 2,
    statistics: FAKE_WORK,
  });
  assert.deepEqual(work, { rows: 103, bytes: 1_050, rowsExpected: 17 });
});

test('what is read in pieces has bounds of its own beside those of the search', async () => {
  const { asking, asked } = ask([[]]);

  const { rowCount } = await readInPieces(asking, sql`SELECT a`, { resultRowsMax: 5 });

  assert.equal(rowCount, 0);
  assert.equal(asked[0]?.options.resultRowsMax, 5);
  assert.ok((asked[0].options.timeoutMs ?? 0) > 0);
  const large = ask([]);
  await assert.rejects(readInPieces(large.asking, withValues(951)), { code: 'QUERY_SYNTAX_ERROR' });
  await assert.rejects(askStore(large.asking, withValues(951)), { code: 'QUERY_SYNTAX_ERROR' });
});

const AWAY = new AppError('STORAGE_UNAVAILABLE', 'away');
const LATE = new AppError('QUERY_TIMEOUT', 'late');
const WRONG = new AppError('QUERY_SYNTAX_ERROR', 'wrong');

test('where nothing is to be run a store that is away has an empty answer', async () => {
  for (const failure of [AWAY, LATE]) {
    const { asking } = ask([failure], { mayBeAway: true });
    assert.deepEqual(await askStore(asking, sql`SELECT 1`), {
      queryId: '',
      columns: [],
      rowCount: 0,
      statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
    });
    await assert.rejects(askStore(ask([failure]).asking, sql`SELECT 1`), failure);
  }
  for (const failure of [WRONG, new TypeError('a defect')]) {
    await assert.rejects(
      askStore(ask([failure], { mayBeAway: true }).asking, sql`SELECT 1`),
      failure,
    );
  }
  const there = ask([[{ a: 1 }]], { mayBeAway: true });
  assert.equal((await askStore(there.asking, sql`SELECT 1`)).rowCount, 1);
});

test('a search whose time is over asks nothing more', async () => {
  const { asking, asked } = ask([], { endsAt: performance.now() - 1 });

  await assert.rejects(askStore(asking, sql`SELECT 1`), {
    code: 'QUERY_TIMEOUT',
    message: 'The query timed out. Shorten the time range or add filters.',
  });
  assert.equal(asked.length, 0);
});

test('whoever goes away is told what the store said, not that it took too long', async () => {
  const leaving = new AbortController();
  const asking = {
    store: hung('down'),
    work: noWork(),
    signal: leaving.signal,
    endsAt: performance.now() + 60_000,
  };
  const answer = askStore(asking, sql`SELECT 1`);
  leaving.abort();

  await assert.rejects(answer, { name: 'AbortError' });
});
