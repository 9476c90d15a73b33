/** What an answer tells about itself: how many rows were found, and the details of audit entries. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';

const now = Date.UTC(2026, 10, 15, 12);

async function start(t: TestContext) {
  const tested = await openSearch({ now });
  t.after(() => tested[Symbol.asyncDispose]());
  await tested.insert(
    Array.from({ length: 5 }, (_, i) => ({ timestamp: now - 1_000 - i, body: `line ${i}` })),
  );
  await tested.insert([
    {
      timestamp: now - 5_000,
      index: AUDIT_INDEX,
      attributes: [
        ['action', 'index.updated'],
        ['details', '{"retentionDays":7,"by":{"name":"ada"}}'],
        ['details.retentionDays', '7'],
      ],
    },
    { timestamp: now - 6_000, index: AUDIT_INDEX, attributes: [['details', '{"cut']] },
  ]);
  return tested;
}

test('every answer says how many rows were found, and whether there are more', async (t) => {
  const tested = await start(t);
  const reported = async (query: string, input: object = {}) => {
    const { data, nextCursor } = await tested.search(query, input);
    const { matched, matchedAtLeast } = data.stats;
    return { matched, matchedAtLeast, nextCursor };
  };

  assert.deepEqual(await reported('*'), {
    matched: 5,
    matchedAtLeast: undefined,
    nextCursor: null,
  });
  const first = await reported('*', { limit: 3 });
  assert.deepEqual([first.matched, first.matchedAtLeast], [4, true]);
  const last = await reported('*', { limit: 3, cursor: String(first.nextCursor) });
  assert.deepEqual([last.matched, last.matchedAtLeast], [2, true]);
  for (const [query, rows] of [
    ['* | stats count', 1],
    ['* | head 2', 2],
    ['* | sort event', 5],
    ['nothing', 0],
  ] as const) {
    const { matched, matchedAtLeast } = await reported(query);
    assert.deepEqual([matched, matchedAtLeast], [rows, undefined], query);
  }
  assert.equal((await reported('*', { explain: true })).matched, undefined);
});

test('the details of audit entries are objects, and can be searched one by one', async (t) => {
  const tested = await start(t);
  const details = { retentionDays: 7, by: { name: 'ada' } };

  const { data } = await tested.search('index=_audit action=index.updated');
  assert.deepEqual(data.rows[0]?.['details'], details);
  assert.deepEqual(
    data.columns.find(({ name }) => name === 'details'),
    { name: 'details', type: 'any' },
  );
  assert.deepEqual((await tested.rows('index=_audit details.retentionDays=7 | table details'))[0], {
    details,
  });
  const all = await tested.rows('index=_audit OR index=main');
  assert.deepEqual(
    all.map((row) => typeof row['details']).filter((type) => type !== 'undefined'),
    ['object', 'string'],
  );
});
