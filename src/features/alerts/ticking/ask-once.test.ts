import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, string } from '../../../engines/store/sql.ts';
import type { LogStore, QueryAnswer } from '../../../engines/store/store.ts';
import { askOnce } from './open-ticking.ts';

function startAsking() {
  const asked: { resolve: (answer: QueryAnswer) => void; reject: (error: Error) => void }[] = [];
  const query: LogStore['query'] = () =>
    new Promise((resolve, reject) => void asked.push({ resolve, reject }));
  return { asked, store: askOnce({ query }) };
}

const answerOf = (rowCount: number): QueryAnswer => ({
  queryId: '',
  columns: [],
  rowCount,
  statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
});
const of = (organization: string) => sql`SELECT 1 WHERE organization = ${string(organization)}`;

test('the same statement is asked once in a tick, while it runs and after', async () => {
  const { asked, store } = startAsking();

  const both = [store.query(of('a'), { timeoutMs: 5 }), store.query(of('a'), { timeoutMs: 3 })];
  asked[0]?.resolve(answerOf(7));
  const answers = await Promise.all([...both, store.query(of('a'))]);

  assert.deepEqual(
    answers.map(({ rowCount }) => rowCount),
    [7, 7, 7],
  );
  assert.equal(asked.length, 1);
});

test('another organization, or one with settings of its own, is asked for itself', () => {
  const { asked, store } = startAsking();

  void store.query(of('a'));
  void store.query(of('b'));
  void store.query(of('a'), { resultRowsMax: 5 });

  assert.equal(asked.length, 3);
});

test('what failed for one is asked again by the others', async () => {
  const { asked, store } = startAsking();

  const first = store.query(of('a'));
  const second = store.query(of('a'));
  asked[0]?.reject(new Error('on purpose'));
  await assert.rejects(first, /on purpose/);
  await new Promise(setImmediate);
  asked[1]?.resolve(answerOf(2));

  assert.equal((await second).rowCount, 2);
});
