import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPages } from './all-pages.ts';

test('a list is read to its end, page by page', async () => {
  const asked: unknown[] = [];
  const items = await allPages(async (query) => {
    asked.push(query);
    return query.cursor === undefined
      ? { data: ['a', 'b'], nextCursor: 'c1' }
      : { data: ['c'], nextCursor: null };
  }, 2);

  assert.deepEqual(items, ['a', 'b', 'c']);
  assert.deepEqual(asked, [{ limit: 2 }, { limit: 2, cursor: 'c1' }]);
});

test('a list without an end is left after twenty pages', async () => {
  let pages = 0;
  await allPages(async () => {
    pages += 1;
    return { data: [pages], nextCursor: 'more' };
  });

  assert.equal(pages, 20);
});
