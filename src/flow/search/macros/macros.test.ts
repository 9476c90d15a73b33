import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  exportRoutes,
  macroRoutes,
  savedSearchRoutes,
  searchRoutes,
  viewRoutes,
} from '../routes.ts';

const store = await openTestStore();
const limits = { ...LIMITS, macros: { ...LIMITS.macros, perOrganizationMax: 6, versionsMax: 2 } };

async function start(t: TestContext) {
  const mounted = await startSearch(
    t,
    store,
    (app, needs) => {
      searchRoutes(app, needs);
      viewRoutes(app, needs);
      exportRoutes(app, needs);
      savedSearchRoutes(app, needs);
      macroRoutes(app, needs);
    },
    { limits },
  );
  const { call, access } = mounted;
  const acme = await access.newOrganization();
  const { owner } = acme;
  const create = async (body: object, as = owner) =>
    call('POST /api/v1/macros', { as, body: { ...body } });
  const search = async (query: string, as = owner) =>
    call(`GET /api/v1/search?${new URLSearchParams({ query }).toString()}`, { as });
  const events = async (query: string, as = owner): Promise<string[]> => {
    const { status, body, text } = await search(`${query} | table event`, as);
    assert.equal(status, 200, text);
    return (body.data as { rows: { event: string }[] }).rows.map(({ event }) => event);
  };
  await mounted.write(acme.id, [
    { agoMs: SECOND_MS, body: 'one', level: 'error', fields: { service: 'web' } },
    { agoMs: SECOND_MS, body: 'two', level: 'warn', fields: { service: 'web' } },
    { agoMs: SECOND_MS, body: 'three', level: 'error', fields: { service: 'shop' } },
  ]);
  return { ...mounted, acme, owner, create, search, events };
}

test('a macro is created, read, changed with its versions, and deleted', async (t) => {
  const { call, owner, create } = await start(t);
  const made = await create({ name: 'bad', definition: 'level=error' });
  const { id } = made.body.data as { id: string };
  const change = (body: object) => call(`PATCH /api/v1/macros/${id}`, { as: owner, body });

  assert.equal(made.status, 201);
  const listed = await call('GET /api/v1/macros', { as: owner });
  assert.deepEqual(listed.body.data, [made.body.data]);
  const changed = await change({ version: 1, definition: 'level=warn', description: 'warnings' });
  assert.equal(changed.status, 200);
  const { version, definition, description } = changed.body.data as Record<string, unknown>;
  assert.deepEqual([version, definition, description], [2, 'level=warn', 'warnings']);
  assert.equal((await change({ version: 1, definition: 'x' })).status, 409);
  assert.equal((await change({ version: 2, definition: 'level=info' })).status, 200);
  const versions = await call(`GET /api/v1/macros/${id}/versions`, { as: owner });
  assert.deepEqual(
    (versions.body.data as Record<string, unknown>[]).map((each) => [
      each['version'],
      each['definition'],
    ]),
    [
      [3, 'level=info'],
      [2, 'level=warn'],
    ],
  );
  const one = await call(`GET /api/v1/macros/${id}`, { as: owner });
  assert.equal((one.body.data as { version: number }).version, 3);
  assert.equal((await call(`DELETE /api/v1/macros/${id}`, { as: owner })).status, 200);
  assert.equal((await call(`GET /api/v1/macros/${id}`, { as: owner })).status, 404);
  assert.equal((await call(`GET /api/v1/macros/${id}/versions`, { as: owner })).status, 404);
});

test('names are unique for a number of arguments, and an organization has only so many', async (t) => {
  const { create } = await start(t);

  assert.equal((await create({ name: 'm', definition: 'a' })).status, 201);
  assert.equal((await create({ name: 'm', definition: 'b' })).status, 409);
  assert.equal((await create({ name: 'm', arguments: ['x'], definition: '$x$' })).status, 201);
  for (let i = 2; i < 6; i += 1) {
    assert.equal((await create({ name: `n${i}`, definition: 'a' })).status, 201);
  }
  const over = await create({ name: 'more', definition: 'a' });
  assert.equal(over.status, 409);
  assert.match(String(over.body.error), /can have at most 6 macros/);
});

function argumentNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `x${i}`);
}

test('what nobody could use is refused', async (t) => {
  const { create } = await start(t);

  for (const body of [
    { name: 'a b', definition: 'x' },
    { name: 'm', arguments: ['x', 'x'], definition: 'x' },
    { name: 'm', definition: 'if(', isEval: true },
    { name: 'm', definition: 'x', validation: 'match(a, "b")' },
    { name: 'm', definition: 'a'.repeat(LIMITS.macros.definitionCharactersMax + 1) },
    { name: 'm'.repeat(LIMITS.macros.nameCharactersMax + 1), definition: 'a' },
    { name: 'm', definition: 'a', description: 'a'.repeat(LIMITS.macros.noteCharactersMax + 1) },
    { name: 'm', definition: 'a', arguments: argumentNames(LIMITS.macros.argumentsMax + 1) },
  ]) {
    assert.equal((await create(body)).status, 400, JSON.stringify(body).slice(0, 80));
  }
  const longest = {
    name: 'm'.repeat(LIMITS.macros.nameCharactersMax),
    definition: 'a'.repeat(LIMITS.macros.definitionCharactersMax),
    description: 'a'.repeat(LIMITS.macros.noteCharactersMax),
    arguments: argumentNames(LIMITS.macros.argumentsMax),
  };
  assert.equal((await create(longest)).status, 201);
});

test('searches, views, exports and saved searches expand macros; changes hold from the next run', async (t) => {
  const { call, owner, create, events } = await start(t);
  const made = await create({ name: 'bad', arguments: ['s'], definition: '`errors` service=$s$' });
  await create({ name: 'errors', definition: 'level=error' });
  const { id } = made.body.data as { id: string };
  const query = encodeURIComponent('`bad(web)`');

  assert.deepEqual(await events('`bad(web)`'), ['one']);
  const fields = await call(`GET /api/v1/search/fields?query=${query}`, { as: owner });
  assert.equal(fields.status, 200, fields.text);
  const file = await call(`GET /api/v1/logs/export?query=${query}`, { as: owner });
  assert.match(file.text, /one/);
  assert.doesNotMatch(file.text, /three/);
  const saved = { name: 'Bad', query: '`bad(shop)`' };
  assert.equal((await call('POST /api/v1/saved-searches', { as: owner, body: saved })).status, 201);
  assert.deepEqual(await events('| savedsearch "Bad"'), ['three']);
  const body = { version: 1, definition: 'service=$s$' };
  await call(`PATCH /api/v1/macros/${id}`, { as: owner, body });
  assert.deepEqual((await events('`bad(web)`')).toSorted(), ['one', 'two']);
  const lost = { name: 'Lost', query: '`nope`' };
  const refused = await call('POST /api/v1/saved-searches', { as: owner, body: lost });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.error, 'Unknown macro `nope`.');
});

test('what is wrong points into the text of the caller and names the macro', async (t) => {
  const { create, search } = await start(t);
  await create({ name: 'broken', definition: '| head nothing' });
  await create({ name: 'far', definition: '| lookup no_such_table service' });
  const problem = async (query: string): Promise<unknown> => {
    const { status, body } = await search(query);
    assert.equal(status, 400);
    const [detail] = body.details ?? [];
    const position = detail !== undefined && 'position' in detail ? detail.position : undefined;
    return [position, detail?.message.replace(/ Expected.*/, '')];
  };

  assert.deepEqual(await problem('error `broken`'), [6, 'In the macro `broken`:']);
  assert.deepEqual(await problem('error `nope(1)` x'), [6, 'Unknown macro `nope`.']);
  const [position] = (await problem('error `far` | head 3')) as [number];
  assert.equal(position, 6);
});

test('macros of one organization are unknown in another, whoever asks', async (t) => {
  const { call, access, owner, create, search } = await start(t);
  const made = await create({ name: 'ours', definition: 'level=error' });
  const { id } = made.body.data as { id: string };
  const other = (await access.newOrganization()).owner;

  assert.equal((await search('`ours`', other)).status, 400);
  assert.deepEqual((await call('GET /api/v1/macros', { as: other })).body.data, []);
  for (const path of ['', '/versions']) {
    assert.equal((await call(`GET /api/v1/macros/${id}${path}`, { as: other })).status, 404);
  }
  const body = { version: 1, definition: 'x' };
  assert.equal((await call(`PATCH /api/v1/macros/${id}`, { as: other, body })).status, 404);
  assert.equal((await call(`DELETE /api/v1/macros/${id}`, { as: other })).status, 404);
  const expand = { query: '`ours`' };
  assert.equal((await call('POST /api/v1/macros/expand', { as: other, body: expand })).status, 400);
  assert.equal((await search('`ours`', owner)).status, 200);
});

test('a preview shows the query as it is run, and whose macros it uses', async (t) => {
  const { call, owner, create } = await start(t);
  await create({ name: 'outer', arguments: ['x'], definition: '`inner` $x$' });
  await create({ name: 'inner', definition: 'level=error' });
  const body = { query: '`outer(a)` | `some_filter` | `drop_dm_object_name(P)`' };
  const built = await call('GET /api/v1/macros/built-in', { as: owner });
  const { status, body: answer } = await call('POST /api/v1/macros/expand', { as: owner, body });

  assert.equal(status, 200);
  assert.deepEqual(answer.data, {
    query: 'level=error a | search * | rename "P.*" AS *',
    macros: [
      { name: 'outer', arguments: ['x'], isBuiltIn: false },
      { name: 'inner', arguments: [], isBuiltIn: false },
      { name: 'some_filter', arguments: [], isBuiltIn: true },
      { name: 'drop_dm_object_name', arguments: ['object_name'], isBuiltIn: true },
    ],
  });
  const names = (built.body.data as { name: string }[]).map(({ name }) => name);
  assert.ok(names.includes('drop_dm_object_name'));
});

test('every change is recorded', async (t) => {
  const { call, access, owner, create } = await start(t);
  const made = await create({ name: 'm', definition: 'a' });
  const { id } = made.body.data as { id: string };
  await call(`PATCH /api/v1/macros/${id}`, { as: owner, body: { version: 1, definition: 'b' } });
  await call(`DELETE /api/v1/macros/${id}`, { as: owner });

  const entries = await access.metadata.db
    .selectFrom('audit_entries')
    .select(['action', 'resource'])
    .where('resource', '=', id)
    .orderBy('id')
    .execute();
  assert.deepEqual(entries.map(({ action }) => action).toSorted(), [
    'macro.created',
    'macro.deleted',
    'macro.updated',
  ]);
});
