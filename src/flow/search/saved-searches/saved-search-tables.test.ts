import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import type { SavedSearchRow } from '../../../engines/metadata/tables/search.ts';
import { readSearchStars, setSearchStar } from './saved-search-stars-table.ts';
import {
  countSavedSearches,
  findSavedSearch,
  insertSavedSearch,
  readSavedSearches,
  removeSavedSearch,
  showSavedSearch,
  updateSavedSearch,
} from './saved-searches-table.ts';

/** Acme has the searches a, b and c, made in this order; Birch has d, with the name of b. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: acme, owner } = await access.newOrganization();
  const { id: birch } = await access.newOrganization();
  const rowOf = (id: string, created_at: number, organization = acme): SavedSearchRow => ({
    id,
    organization_id: organization,
    name: `search ${id === 'd' ? 'b' : id}`,
    description: '',
    query: 'error',
    earliest: '-1h',
    latest: null,
    display: null,
    created_by: 'ada@example.com',
    created_at,
    updated_at: created_at + 1_000,
  });
  const rows = [rowOf('b', 2_000), rowOf('a', 1_000), rowOf('c', 3_000), rowOf('d', 1, birch)];
  await metadata.transaction(async (unit) => {
    for (const row of rows) await insertSavedSearch(unit, row);
  });
  return { metadata, acme, birch, owner, rowOf, access };
}

test('saved searches are those of their organization, newest first and page by page', async (t) => {
  const { metadata, acme, birch } = await start(t);
  const ids = async (limit: number, after?: { at: number; id: string }, of = acme) =>
    (await readSavedSearches(metadata, of, { limit, after })).map(({ id }) => id);

  assert.deepEqual(await ids(5), ['c', 'b', 'a']);
  assert.deepEqual(await ids(1), ['c', 'b'], 'one more than the page holds');
  assert.deepEqual(await ids(5, { at: 3_000, id: 'c' }), ['b', 'a']);
  assert.deepEqual(await ids(5, undefined, birch), ['d']);
  assert.deepEqual(
    [await countSavedSearches(metadata, acme), await countSavedSearches(metadata, birch)],
    [3, 1],
  );
});

test('a saved search is found by its id or its name, in its organization alone', async (t) => {
  const { metadata, acme, birch } = await start(t);
  const find = async (organization: typeof acme, by: { id: string } | { name: string }) =>
    (await findSavedSearch(metadata, organization, by))?.id;

  assert.equal(await find(acme, { id: 'b' }), 'b');
  assert.equal(await find(birch, { id: 'b' }), undefined);
  assert.equal(await find(acme, { name: 'search b' }), 'b');
  assert.equal(await find(birch, { name: 'search b' }), 'd');
  assert.equal(await find(birch, { name: 'search a' }), undefined);
});

test('a change and a removal touch one search of one organization', async (t) => {
  const { metadata, acme, birch } = await start(t);
  const update = (organization: typeof acme, id: string) =>
    metadata.transaction((unit) => updateSavedSearch(unit, organization, id, { query: 'changed' }));
  const remove = (organization: typeof acme, id: string) =>
    metadata.transaction((unit) => removeSavedSearch(unit, organization, id));
  const queries = async () =>
    (await metadata.db.selectFrom('saved_searches').selectAll().orderBy('id').execute())
      .map(({ id, query }) => `${id} ${query}`)
      .join(', ');

  assert.equal(await update(birch, 'b'), undefined);
  assert.equal((await update(acme, 'b'))?.query, 'changed');
  assert.equal(await queries(), 'a error, b changed, c error, d error');
  assert.equal(await remove(birch, 'b'), undefined);
  assert.equal((await remove(acme, 'b'))?.id, 'b');
  assert.equal(await remove(acme, 'b'), undefined);
  assert.equal(await queries(), 'a error, c error, d error');
});

test('a star is one person’s, for one search, and repeating it does no harm', async (t) => {
  const { metadata, acme, birch, owner, access } = await start(t);
  const other = await access.newPerson();
  const stars = async (
    user: typeof owner.id | undefined,
    searches = ['a', 'b', 'c'],
    of = acme,
  ) => [...(await readSearchStars(metadata, of, user, searches))];
  const set = (id: string, isStarred: boolean, user = owner.id) =>
    metadata.transaction((unit) => setSearchStar(unit, acme, user, id, isStarred));

  await set('a', true);
  await set('a', true);
  await set('b', true);
  await set('b', true, other.id);

  assert.deepEqual(
    (await stars(owner.id)).toSorted((x, y) => (x < y ? -1 : 1)),
    ['a', 'b'],
  );
  assert.deepEqual(await stars(owner.id, ['b', 'c']), ['b']);
  assert.deepEqual(await stars(owner.id, []), []);
  assert.deepEqual(await stars(other.id), ['b']);
  assert.deepEqual(await stars(undefined), []);
  assert.deepEqual(await stars(owner.id, ['a', 'b'], birch), []);
  await set('b', false);
  await set('b', false);
  assert.deepEqual([await stars(owner.id), await stars(other.id)], [['a'], ['b']]);
});

test('a row is shown as people read it', async (t) => {
  const { rowOf } = await start(t);

  const display = '{"mode":"table"}';
  assert.deepEqual(showSavedSearch({ ...rowOf('a', 1_000), display }, true), {
    id: 'a',
    name: 'search a',
    description: '',
    query: 'error',
    earliest: '-1h',
    latest: null,
    display: { mode: 'table' },
    isStarred: true,
    createdBy: 'ada@example.com',
    createdAt: '1970-01-01T00:00:01.000Z',
    updatedAt: '1970-01-01T00:00:02.000Z',
  });
  assert.equal(showSavedSearch(rowOf('a', 1_000), false).display, null);
  assert.equal(showSavedSearch(rowOf('a', 1_000), false).isStarred, false);
});
