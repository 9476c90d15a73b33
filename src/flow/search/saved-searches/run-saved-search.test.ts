import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { savedSearchRoutes, searchRoutes } from '../routes.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const search = await startSearch(t, store, (app, needs) => {
    searchRoutes(app, needs);
    savedSearchRoutes(app, needs);
  });
  const { id, owner } = await search.access.newOrganization();
  const save = async (name: string, query: string, as = owner) =>
    search.call('POST /api/v1/saved-searches', { as, body: { name, query } });
  const ask = async (query: string, times: Readonly<Record<string, string>> = {}) =>
    search.call(`GET /api/v1/search?${new URLSearchParams({ query, ...times }).toString()}`, {
      as: owner,
    });
  const rows = async (query: string, times: Readonly<Record<string, string>> = {}) => {
    const { status, body, text } = await ask(query, times);
    assert.equal(status, 200, text);
    return (body.data as { rows: Record<string, unknown>[] }).rows;
  };
  await search.write(id, [
    { agoMs: SECOND_MS, body: 'one', level: 'error' },
    { agoMs: 2 * HOUR_MS, body: 'two', level: 'error' },
    { agoMs: SECOND_MS, body: 'three' },
  ]);
  return { ...search, owner, save, ask, rows };
}

test('a query goes on from a saved search, over the range of the query', async (t) => {
  const { save, rows } = await start(t);
  await save('Errors', 'level=error');

  assert.deepEqual(await rows('| savedsearch "Errors" | table event'), [
    { event: 'one' },
    { event: 'two' },
  ]);
  assert.deepEqual(await rows('| savedsearch Errors | stats count', { earliest: '-1h' }), [
    { count: 1 },
  ]);
  assert.deepEqual(
    await rows('three | table event | append [| savedsearch "Errors" | table event]'),
    [{ event: 'three' }, { event: 'one' }, { event: 'two' }],
  );
});

test('times in the text of a saved search win over those around it', async (t) => {
  const { save, rows } = await start(t);
  await save('Old errors', 'level=error latest=-1h | table event');

  assert.deepEqual(await rows('| savedsearch "Old errors"', { earliest: '-10m' }), [
    { event: 'two' },
  ]);
});

test('the saved searches of another organization are not known', async (t) => {
  const { access, save, ask } = await start(t);
  const other = await access.newOrganization();
  await save('Theirs', '*', other.owner);

  const { status, body } = await ask('| savedsearch "Theirs"');

  assert.equal(status, 400);
  assert.equal(body.error, 'No such saved search: “Theirs”.');
});

test('saved searches that lead to themselves, or too deep, are refused', async (t) => {
  const { save, ask, rows } = await start(t);
  await save('Loop', '| savedsearch "Loop"');
  const depth = LIMITS.query.subsearchNestingMax;
  await save('D0', 'level=error | table event');
  for (let i = 1; i <= depth; i++) await save(`D${i}`, `| savedsearch "D${i - 1}"`);

  const loop = await ask('| savedsearch "Loop"');
  const deep = await ask(`| savedsearch "D${depth}"`);

  assert.equal(loop.status, 400);
  assert.match(String(loop.body.error), /refers to itself/);
  assert.equal((await rows(`| savedsearch "D${depth - 1}"`)).length, 2);
  assert.equal(deep.status, 400);
  assert.match(String(deep.body.error), /too deeply/);
});
