import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { SavedSearch } from '../../../contract/saved-searches.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
  raced,
} from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { createSavedSearch, savedSearchText } from './manage-saved-searches.ts';
import { savedSearchRoutes } from './saved-search-routes.ts';

const PATH = '/api/v1/saved-searches';

function start(t: TestContext, access: AccessUnderTest) {
  const { metadata, clock } = access;
  const needs = { metadata, clock, plans: PLANS };
  const { call } = startAccess(t, access, { mount: (app) => savedSearchRoutes(app, needs) });
  return { needs, call };
}

onBothStores('a saved search is kept, changed, listed and deleted', async (t, access) => {
  const { call } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');
  const query = 'service=payments level=error | stats count BY code';

  const created = await call(`POST ${PATH}`, {
    as: owner,
    body: { name: ' Failed payments ', query, earliest: '-24h' },
  });
  access.clock.advance(1_000);
  const { id } = created.body.data as SavedSearch;
  const changed = await call(`PATCH ${PATH}/${id}`, {
    as: owner,
    body: { earliest: null, latest: '@h', description: 'for the cards team' },
  });
  const seen = await call(`GET ${PATH}/${id}`, { as: viewer });
  const list = await call(`GET ${PATH}`, { as: viewer });
  const removed = await call(`DELETE ${PATH}/${id}`, { as: owner });
  const gone = await call(`GET ${PATH}/${id}`, { as: owner });

  assert.equal(created.status, 201);
  assert.deepEqual(created.body.data, {
    id,
    name: 'Failed payments',
    description: '',
    query,
    earliest: '-24h',
    latest: null,
    display: null,
    isStarred: false,
    createdBy: owner.email,
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
  });
  assert.deepEqual(changed.body.data, {
    ...(created.body.data as SavedSearch),
    description: 'for the cards team',
    earliest: null,
    latest: '@h',
    updatedAt: '2026-01-15T12:00:01.000Z',
  });
  assert.deepEqual(seen.body, changed.body);
  assert.deepEqual(list.body, { data: [changed.body.data], nextCursor: null });
  assert.equal(removed.status, 200);
  assert.deepEqual([gone.status, gone.body.code], [404, 'NOT_FOUND']);
  const reported = (await access.auditOf(organization)).map(({ action, resource, details }) =>
    [action, resource, (JSON.parse(details) as { name: string }).name].join(' '),
  );
  assert.deepEqual(reported.toSorted(), [
    `saved_search.created ${id} Failed payments`,
    `saved_search.deleted ${id} Failed payments`,
    `saved_search.updated ${id} Failed payments`,
  ]);
});

onBothStores('how a search is shown is kept with it, and taken back', async (t, access) => {
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const display = {
    mode: 'events',
    view: 'table',
    columns: ['http.status', 'a,b "c"'],
    sort: 'oldest',
    order: { field: 'http.status', isDown: true },
    hasDistances: true,
    isLive: false,
  };
  const body = { name: 'Slow', query: '*', display };

  const created = await call(`POST ${PATH}`, { as: owner, body });
  const { id } = created.body.data as SavedSearch;
  const at = `${PATH}/${id}`;
  const renamed = await call(`PATCH ${at}`, { as: owner, body: { name: 'Slower' } });
  const other = await call(`PATCH ${at}`, { as: owner, body: { display: { view: 'json' } } });
  const usual = await call(`PATCH ${at}`, { as: owner, body: { display: null } });

  const shown = [created, renamed, other, usual].map(
    (each) => (each.body.data as SavedSearch).display,
  );
  assert.deepEqual(shown, [display, display, { view: 'json' }, null]);
});

onBothStores('everybody stars saved searches for themselves', async (t, access) => {
  const { needs, call } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const { owner: stranger } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');
  const { id } = await createSavedSearch(needs, owner.actor, { name: 'Errors', query: '*' });
  await createSavedSearch(needs, owner.actor, { name: 'Others', query: '*' });
  const star = (isStarred: boolean, as = viewer) =>
    call(`PUT ${PATH}/${id}/star`, { as, body: { isStarred } });
  const starsOf = async (as: typeof viewer) => {
    const list = (await call(`GET ${PATH}`, { as })).body.data as SavedSearch[];
    const one = (await call(`GET ${PATH}/${id}`, { as })).body.data as SavedSearch;
    assert.equal(list.find((each) => each.id === id)?.isStarred, one.isStarred);
    return list.filter(({ isStarred }) => isStarred).map(({ name }) => name);
  };

  assert.deepEqual((await star(true)).body, { data: { isStarred: true } });
  assert.equal((await star(true)).status, 200);
  assert.deepEqual([await starsOf(viewer), await starsOf(owner)], [['Errors'], []]);
  const changed = await call(`PATCH ${PATH}/${id}`, { as: owner, body: { query: 'x' } });
  assert.equal((changed.body.data as SavedSearch).isStarred, false);
  assert.equal((await star(true, stranger)).status, 404);
  const token = await access.newToken(owner);
  const byToken = { as: token, body: { isStarred: true } };
  assert.equal((await call(`PUT ${PATH}/${id}/star`, byToken)).status, 403);
  assert.equal((await star(false)).status, 200);
  assert.deepEqual(await starsOf(viewer), []);
  await star(true);
  assert.equal((await call(`DELETE ${PATH}/${id}`, { as: owner })).status, 200);
});

onBothStores('of many requests for the last place of a plan one gets it', async (t, access) => {
  const { needs } = start(t, access);
  const { owner } = await access.newOrganization('free');
  const max = PLANS.free.resources.savedSearches ?? 0;

  const { done, codes } = await raced(max + 4, (at) =>
    createSavedSearch(needs, owner.actor, { name: `search ${at}`, query: '*' }),
  );

  assert.equal(done.length, max);
  assert.deepEqual(
    codes,
    Array.from({ length: 4 }, () => 'PLAN_LIMIT_REACHED'),
  );
});

onBothStores('a name is taken once in an organization, and free in another', async (t, access) => {
  const { needs, call } = start(t, access);
  const { owner } = await access.newOrganization();
  const { id: elsewhere, owner: other } = await access.newOrganization();
  const draft = { name: 'Errors', query: 'level=error' };
  await createSavedSearch(needs, owner.actor, draft);
  const second = await createSavedSearch(needs, owner.actor, { ...draft, name: 'Second' });

  const again = await call(`POST ${PATH}`, { as: owner, body: draft });
  const renamed = await call(`PATCH ${PATH}/${second.id}`, { as: owner, body: { name: 'Errors' } });
  const theirs = await createSavedSearch(needs, other.actor, { ...draft, query: 'theirs' });

  assert.deepEqual([again.status, again.body.code], [409, 'CONFLICT']);
  assert.deepEqual([renamed.status, renamed.body.code], [409, 'CONFLICT']);
  assert.equal(theirs.name, 'Errors');
  assert.equal(await savedSearchText(needs, owner.actor.organization, 'Errors'), 'level=error');
  assert.equal(await savedSearchText(needs, elsewhere, 'Errors'), 'theirs');
  assert.equal(await savedSearchText(needs, elsewhere, 'Second'), undefined);
});

test('what cannot be run or kept is refused, and nothing is written', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const { nameCharactersMax, descriptionCharactersMax, columnsMax } = LIMITS.savedSearches;
  const columnsOf = (count: number) => Array.from({ length: count }, (_, at) => `column_${at}`);
  const draft = { name: 'n', query: '*' };
  const wrong = [
    [{ ...draft, query: 'a | nonsense' }, 'QUERY_SYNTAX_ERROR'],
    [{ ...draft, query: 'x'.repeat(LIMITS.query.textCharactersMax + 1) }, 'VALIDATION_ERROR'],
    [{ ...draft, query: 'a\u0000b' }, 'VALIDATION_ERROR'],
    [{ ...draft, earliest: 'yesterday' }, 'VALIDATION_ERROR'],
    [{ ...draft, latest: '' }, 'VALIDATION_ERROR'],
    [{ ...draft, name: ' ' }, 'VALIDATION_ERROR'],
    [{ ...draft, name: 'n'.repeat(nameCharactersMax + 1) }, 'VALIDATION_ERROR'],
    [{ ...draft, description: 'd'.repeat(descriptionCharactersMax + 1) }, 'VALIDATION_ERROR'],
    [{ ...draft, querry: '*' }, 'VALIDATION_ERROR'],
    [{ name: 'n' }, 'VALIDATION_ERROR'],
    [{ ...draft, display: { columns: columnsOf(columnsMax + 1) } }, 'VALIDATION_ERROR'],
    [{ ...draft, display: { columns: ['a', 'a'] } }, 'VALIDATION_ERROR'],
    [{ ...draft, display: { columns: ['a\u0000'] } }, 'VALIDATION_ERROR'],
    [{ ...draft, display: { view: '3d' } }, 'VALIDATION_ERROR'],
    [{ ...draft, display: { order: { field: 'a' } } }, 'VALIDATION_ERROR'],
    [{ ...draft, display: { colour: 'red' } }, 'VALIDATION_ERROR'],
  ] as const;

  for (const [body, code] of wrong) {
    const answer = await call(`POST ${PATH}`, { as: owner, body });
    assert.deepEqual([answer.status, answer.body.code], [400, code], JSON.stringify(body));
  }

  const { body } = await call(`GET ${PATH}`, { as: owner });
  assert.deepEqual(body.data, []);
  const most = {
    name: 'n'.repeat(nameCharactersMax),
    description: 'd'.repeat(descriptionCharactersMax),
    query: 'x'.repeat(LIMITS.query.textCharactersMax),
    display: { columns: columnsOf(columnsMax) },
  };
  assert.equal((await call(`POST ${PATH}`, { as: owner, body: most })).status, 201);
});

test('a list goes page by page, and another organization sees none of it', async (t) => {
  const access = await openAccess(t);
  const { needs, call } = start(t, access);
  const { owner } = await access.newOrganization();
  const { owner: other } = await access.newOrganization();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    access.clock.advance(i % 2);
    ids.push((await createSavedSearch(needs, owner.actor, { name: `s${i}`, query: '*' })).id);
  }

  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 5; page++) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await call(`GET ${PATH}?limit=2${after}`, { as: owner });
    seen.push(...(body.data as SavedSearch[]).map(({ id }) => id));
    cursor = body['nextCursor'] as string | null;
  }

  assert.equal(seen.length, 5);
  assert.deepEqual(new Set(seen), new Set(ids));
  assert.deepEqual((await call(`GET ${PATH}`, { as: other })).body.data, []);
  const [id = ''] = ids;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { body: { query: 'mine' } } : {};
    const answer = await call(`${method} ${PATH}/${id}`, { as: other, ...body });
    assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND']);
  }
  assert.equal((await call(`GET ${PATH}/${id}`, { as: owner })).status, 200);
});
