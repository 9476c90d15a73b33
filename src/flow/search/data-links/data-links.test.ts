import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { dataLinkRoutes } from '../routes.ts';

const limits = {
  ...LIMITS,
  dataLinks: { ...LIMITS.dataLinks, perOrganizationMax: 2, versionsMax: 2 },
};
const TRACE = {
  name: 'Trace in Jaeger',
  field: 'trace_id',
  url: 'https://jaeger.example.com/trace/{trace_id}',
};

async function start(t: TestContext) {
  const access = await openAccess(t);
  const needs = { metadata: access.metadata, clock: access.clock, limits };
  const { call } = startAccess(t, access, {
    rates: { management: 0 },
    mount: (app) => dataLinkRoutes(app, needs),
  });
  const { id: organization, owner } = await access.newOrganization();
  const create = async (body: object, as = owner) =>
    call('POST /api/v1/data-links', { as, body: { ...body } });
  const created = async (body: object) => (await create(body)).body.data as { id: string };
  return { access, call, organization, owner, create, created };
}

test('a data link is created, read, changed with its versions, and deleted', async (t) => {
  const { access, call, organization, owner, created } = await start(t);
  const { id } = await created(TRACE);
  const read = async () => (await call(`GET /api/v1/data-links/${id}`, { as: owner })).body.data;
  assert.match(id, /^lnk_/);
  const { createdBy, createdAt, updatedBy, updatedAt, ...shown } = (await read()) as Record<
    string,
    unknown
  >;
  assert.deepEqual(shown, { id, ...TRACE, description: '', version: 1 });
  assert.deepEqual([createdBy, createdAt], [updatedBy, updatedAt]);

  const change = async (body: object) =>
    call(`PATCH /api/v1/data-links/${id}`, { as: owner, body: { ...body } });
  const url = 'https://tempo.example.com/{trace.id}';
  const changed = await change({ version: 1, field: 'trace.id', url });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await change({ version: 1, description: 'stale' })).status, 409);
  assert.equal((await change({ version: 2, description: 'all spans' })).status, 200);
  const kept = await call(`GET /api/v1/data-links/${id}/versions`, { as: owner });
  assert.deepEqual(
    (kept.body.data as { version: number; url: string }[]).map((each) => [each.version, each.url]),
    [
      [3, url],
      [2, url],
    ],
  );

  assert.equal((await call(`DELETE /api/v1/data-links/${id}`, { as: owner })).status, 200);
  assert.equal((await call(`DELETE /api/v1/data-links/${id}`, { as: owner })).status, 404);
  const entries = await access.metadata.db
    .selectFrom('audit_entries')
    .select('action')
    .where('organization_id', '=', organization)
    .execute();
  const actions = entries.map(({ action }) => action);
  assert.deepEqual(actions.filter((action) => action.startsWith('data_link')).toSorted(), [
    'data_link.created',
    'data_link.deleted',
    'data_link.updated',
    'data_link.updated',
  ]);
});

test('data links of one organization are unknown in another', async (t) => {
  const { access, call, created, create } = await start(t);
  const { id } = await created(TRACE);
  const other = (await access.newOrganization()).owner;

  assert.deepEqual((await call('GET /api/v1/data-links', { as: other })).body.data, []);
  for (const path of ['', '/versions']) {
    assert.equal((await call(`GET /api/v1/data-links/${id}${path}`, { as: other })).status, 404);
  }
  const body = { version: 1, description: 'x' };
  assert.equal((await call(`PATCH /api/v1/data-links/${id}`, { as: other, body })).status, 404);
  assert.equal((await call(`DELETE /api/v1/data-links/${id}`, { as: other })).status, 404);
  assert.equal((await create(TRACE, other)).status, 201, 'the name is free there');
});

test('everybody reads data links, and only Owners and Admins change them', async (t) => {
  const { access, call, organization, created, create } = await start(t);
  const { id } = await created(TRACE);
  for (const role of ['admin', 'member', 'viewer'] as const) {
    const person = await access.join(organization, role);
    const may = role === 'admin';
    const list = await call('GET /api/v1/data-links', { as: person });
    const ids = (list.body.data as { id: string }[]).map((each) => each.id);
    assert.ok(ids.includes(id), role);
    const body = { version: 1, description: role };
    const changed = await call(`PATCH /api/v1/data-links/${id}`, { as: person, body });
    assert.equal(changed.status, may ? 200 : 403, role);
    const made = await create({ ...TRACE, name: role }, person);
    assert.equal(made.status, may ? 201 : 403, role);
    if (!may) {
      const removed = await call(`DELETE /api/v1/data-links/${id}`, { as: person });
      assert.equal(removed.status, 403, role);
    }
  }
});

test('a link that could lead elsewhere is refused at its URL', async (t) => {
  const { create } = await start(t);
  for (const url of [
    'javascript:alert(1)',
    'http://a.example.com/{trace_id}',
    '//a.example.com/{trace_id}',
    'https://{trace_id}/',
    'https://a.example.com{trace_id}/',
    'https://{trace_id}@a.example.com/',
    'https://user@a.example.com/{trace_id}',
    String.raw`https://a.example.com\@evil.example/`,
    'https://a.example.com/\n{trace_id}',
    'https://a.example.com/{trace_id',
    'https://a.example.com/../{trace_id}',
    'https://а.example.com/',
    'https://a.example.com/ü',
  ]) {
    const { status, body } = await create({ ...TRACE, url });
    assert.equal(status, 400, url);
    assert.equal(body.code, 'VALIDATION_ERROR', url);
    assert.match(JSON.stringify(body['details']), /"url"/, url);
  }
});

test('a data link is kept up to each limit', async (t) => {
  const { create } = await start(t);
  const { dataLinks, events } = LIMITS;
  const url = (length: number) => 'https://a.b/'.padEnd(length, 'x');
  const tooLong = [
    { name: 'n'.repeat(dataLinks.nameCharactersMax + 1) },
    { field: 'f'.repeat(events.attributeKeyCharactersMax + 1) },
    { url: url(dataLinks.urlCharactersMax + 1) },
    { description: 'd'.repeat(dataLinks.descriptionCharactersMax + 1) },
    { name: 'two\nlines' },
    { field: '' },
  ];
  for (const part of tooLong) assert.equal((await create({ ...TRACE, ...part })).status, 400);
  const longest = {
    name: 'n'.repeat(dataLinks.nameCharactersMax),
    field: 'f'.repeat(events.attributeKeyCharactersMax),
    url: url(dataLinks.urlCharactersMax),
    description: 'd'.repeat(dataLinks.descriptionCharactersMax),
  };
  assert.equal((await create(longest)).status, 201);
  assert.equal((await create(longest)).status, 409, 'the name is taken');
  assert.equal((await create(TRACE)).status, 201);
  const over = await create({ ...TRACE, name: 'third' });
  assert.equal(over.status, 409);
  assert.match(String(over.body.error), /can have at most 2 data links/);
});
