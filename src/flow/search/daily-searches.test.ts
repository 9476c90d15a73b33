/** The searches that people run all day need no engine, however the compiler writes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { runSearch } from './run-search.ts';
import type { LogStore, QueryAnswer } from '../../engines/store/store.ts';

const NOW = Date.UTC(2026, 0, 10, 12, 30, 15);

const SEARCHES = [
  '* | stats count',
  'level=error | head 100',
  'needle77 | head 100',
  '* | stats count by service',
  '* | timechart span=5m count by level',
  '"connection refused" | head 100',
  'user_id=* | top limit=10 user_id',
  '* | regex event="/orders/[0-9]*77/(items|refund)" | stats count',
  'trace_id=t3 | head 100',
  'level=error service=s1 | stats count',
  '* | timechart count',
];

test('searches of every day are answered without the engine', async () => {
  await using tested = await openSearch({ now: NOW, engine: 'segments' });
  await tested.insert(
    Array.from({ length: 200 }, (_, i) => ({
      timestamp: NOW - i * 60_000,
      level: i % 3 === 0 ? 'error' : 'info',
      body: i === 7 ? 'needle77 found' : `connection refused at /orders/${i}77/items`,
      attributes: [
        ['service', `s${i % 4}`],
        ['user_id', `u${i % 9}`],
        ['trace_id', `t${i}`],
      ] as [string, string][],
    })),
  );
  const asked: string[] = [];
  const store: Pick<LogStore, 'query' | 'stream' | 'health'> = {
    ...tested.store,
    async query(...given): Promise<QueryAnswer> {
      const answer = await tested.store.query(...given);
      // The engine tells the types of its columns.
      if (answer.columns.some(({ type }) => type !== '')) asked.push(answer.queryId);
      return answer;
    },
  };
  for (const query of SEARCHES) {
    asked.length = 0;
    const { data } = await runSearch(
      { ...tested.needs, store },
      tested.actorOf('org_test'),
      { query },
      new AbortController().signal,
    );
    assert(data.rows.length > 0, query);
    assert.deepEqual(asked, [], query);
  }
});
