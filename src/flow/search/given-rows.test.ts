import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, type Query } from '../../language/index.ts';
import { openTestStore } from '../../../test/support/open-test-store.ts';
import { startSearch } from '../../../test/support/start-search.ts';
import { runSearch } from './run-search.ts';
import { indexesOfTree } from './tree-facts.ts';

const store = await openTestStore();
const NAME = '$rows$';

function treeOf(text: string): Query {
  const query = parse(text).query ?? assert.fail(text);
  const [first, ...rest] = query.stages;
  if (first?.kind !== 'inputlookup') return query;
  return { ...query, stages: [{ ...first, table: NAME }, ...rest] };
}

test('commands go on from rows that are handed in, which keep their types', async (t) => {
  const { access, needs } = await startSearch(t, store, () => {});
  const { owner } = await access.newOrganization();
  const given = {
    name: NAME,
    columns: [
      { name: '_time', type: 'time' },
      { name: 'status', type: 'any' },
      { name: 'count', type: 'number' },
      { name: 'hosts', type: 'list' },
    ],
    rows: [
      { _time: '2026-11-15T08:00:00.000Z', status: 200, count: 7, hosts: ['a', 'b'] },
      { _time: '2026-11-15T08:00:00.000Z', status: 503, count: 2.5, hosts: 'a' },
      { _time: '2026-11-15T09:00:00.000Z', status: 504, count: 1, hosts: null },
      { _time: null, status: 'x|y "z"', count: null, hosts: [] },
    ],
  } as const;
  const ask = async (text: string) => {
    const tree = treeOf(`| inputlookup rows | ${text}`);
    const signal = new AbortController().signal;
    return (await runSearch(needs, owner.actor, { tree, given }, signal)).data;
  };

  const sums = await ask('where status>=500 | stats sum(count) AS failed BY _time');
  assert.deepEqual(sums.columns[0], { name: '_time', type: 'time' });
  assert.deepEqual(
    sums.rows.map((row) => [row['_time'], row['failed']]),
    [
      ['2026-11-15T08:00:00.000Z', 2.5],
      ['2026-11-15T09:00:00.000Z', 1],
    ],
  );
  const lists = await ask('stats count BY hosts');
  assert.deepEqual(
    lists.rows.map((row) => [row['hosts'], row['count']]),
    [
      ['a', 2],
      ['b', 1],
    ],
  );
  const all = await ask('table _time, status, count, hosts');
  assert.deepEqual(
    all.rows.map((row) => ({ ...row })),
    given.rows.map((row) => ({ ...row, hosts: row.hosts?.length === 0 ? null : row.hosts })),
  );
  const none = await runSearch(
    needs,
    owner.actor,
    { tree: treeOf('| inputlookup rows | stats count'), given: { ...given, rows: [] } },
    new AbortController().signal,
  );
  assert.deepEqual(
    none.data.rows.map((row) => ({ ...row })),
    [{ count: 0 }],
  );
});

test('a search that is kept to some indexes knows no other', async (t) => {
  const { access, needs, write } = await startSearch(t, store, () => {});
  const { id, owner } = await access.newOrganization();
  await access.metadata.db
    .insertInto('indexes')
    .values({
      organization_id: id,
      name: 'web',
      retention_days: 30,
      description: '',
      created_at: 0,
    })
    .execute();
  await write(id, [
    { body: 'one', index: 'main', agoMs: 1 },
    { body: 'two', index: 'web', agoMs: 1 },
  ]);
  const { signal } = new AbortController();
  const ask = (text: string, indexes: readonly string[]) =>
    runSearch(needs, owner.actor, { tree: treeOf(text), indexes: new Set(indexes) }, signal);

  const kept = await ask('* | stats count', ['web']);
  assert.deepEqual(
    kept.data.rows.map((row) => ({ ...row })),
    [{ count: 1 }],
  );
  await assert.rejects(ask('index=main', ['web']), { code: 'UNKNOWN_INDEX' });
  await assert.rejects(ask('index=_audit', ['web']), { code: 'FORBIDDEN' });
  assert.deepEqual(await indexesOfTree(needs, owner.actor, treeOf('* | stats count')), [
    'main',
    'web',
  ]);
  assert.deepEqual(
    await indexesOfTree(needs, owner.actor, treeOf('index=web | append [search index=_audit]')),
    ['_audit', 'web'],
  );
});
