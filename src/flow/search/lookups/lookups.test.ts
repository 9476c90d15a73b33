import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { createApiKey } from '../../../../test/support/guard/credentials.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
  raced,
} from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { openLookupTables } from './lookup-tables.ts';
import { replaceLookup } from './manage-lookups.ts';

const PATH = '/api/v1/lookups';
const CSV = { 'content-type': 'text/csv; charset=utf-8' };
const TEAMS = 'service,team\ncheckout,payments\nauth,identity\n';

function start(t: TestContext, access: AccessUnderTest) {
  const { metadata, clock } = access;
  const limits = LIMITS;
  const lookups = openLookupTables({ metadata, clock, limits });
  const needs = { metadata, clock, lookups, limits };
  const { call } = startAccess(t, access, { mount: (app) => lookupRoutes(app, needs) });
  return { needs, call };
}

const uploadOf = (text: string) => ({
  body: Buffer.from(text),
  mediaType: 'text/csv',
  version: undefined,
  cells: 'escaped' as const,
});

onBothStores(
  'what tables take is counted in the usage of the day, as far as they grow',
  async (_t, access) => {
    const { metadata, clock } = access;
    const { id: organization, owner } = await access.newOrganization();
    const lookups = openLookupTables({ metadata, clock, limits: LIMITS });
    const needs = { metadata, clock, lookups, limits: LIMITS };
    const put = (text: string) => replaceLookup(needs, owner.actor, 'teams', uploadOf(text));
    const counted = async (): Promise<number> => {
      const row = await metadata.db
        .selectFrom('usage_days')
        .select('bytes')
        .where('organization_id', '=', organization)
        .executeTakeFirst();
      return Number(row?.bytes ?? 0);
    };

    const first = await put(TEAMS);
    const afterFirst = await counted();
    await put('service,team\na,b\n');
    const afterShrinking = await counted();
    const large = await put(`${TEAMS}search,${'x'.repeat(5_000)}\n`);

    assert.equal(afterFirst, first.bytes);
    assert.equal(afterShrinking, afterFirst);
    assert.ok((await counted()) > large.bytes && large.bytes > 5_000);
  },
);

onBothStores('a table is uploaded, replaced, listed, shown and deleted', async (t, access) => {
  const { call } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');

  const created = await call(`PUT ${PATH}/teams`, { as: owner, headers: CSV, body: TEAMS });
  access.clock.advance(1_000);
  const replaced = await call(`PUT ${PATH}/teams`, {
    as: owner,
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"service":"checkout","team":"a \\"b\\", c"}\n{"service":"auth"}',
  });
  const list = await call(`GET ${PATH}`, { as: viewer });
  const shown = await call(`GET ${PATH}/teams?rows=1`, { as: viewer });
  const file = await call(`GET ${PATH}/teams/export`, { as: viewer });
  const removed = await call(`DELETE ${PATH}/teams`, { as: owner });
  const gone = await call(`GET ${PATH}/teams`, { as: owner });

  assert.deepEqual(created.body.data, {
    name: 'teams',
    columns: ['service', 'team'],
    rows: 2,
    bytes: 45,
    version: 1,
    isFromSearch: false,
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
    updatedBy: owner.email,
  });
  const facts = { ...created.body.data, bytes: 37, version: 2 };
  assert.deepEqual(replaced.body.data, { ...facts, updatedAt: '2026-01-15T12:00:01.000Z' });
  assert.deepEqual(list.body.data, [replaced.body.data]);
  assert.deepEqual(shown.body.data, {
    ...replaced.body.data,
    firstRows: [['checkout', 'a "b", c']],
  });
  assert.equal(file.text, 'service,team\ncheckout,"a ""b"", c"\nauth,\n');
  assert.equal(file.headers['content-disposition'], 'attachment; filename="teams.csv"');
  assert.equal(removed.status, 200);
  assert.deepEqual([gone.status, gone.body.code], [404, 'NOT_FOUND']);
  const entries = await access.metadata.db
    .selectFrom('audit_entries')
    .select(['action', 'resource', 'details'])
    .where('resource_type', '=', 'lookup_table')
    .orderBy('recorded_at')
    .execute();
  assert.deepEqual(entries.map(({ action, resource }) => `${action} ${resource}`).toSorted(), [
    'lookup_table.created teams',
    'lookup_table.deleted teams',
    'lookup_table.updated teams',
  ]);
});

onBothStores('what a search wrote leaves only with the permission to export', async (t, access) => {
  const { call, needs } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const admin = await access.join(organization, 'admin');
  const viewer = await access.join(organization, 'viewer');
  const { value: key } = await createApiKey(access.needs, owner.actor, {
    name: 'k',
    scope: 'full-access',
  });
  const content = { columns: ['event'], lists: [['out of space', '=1+1']] };
  const how = { seen: 'anything', origin: 'search' } as const;
  await needs.lookups.keep(owner.actor, 'found', content, how);
  const download = (as: typeof owner | string) => call(`GET ${PATH}/found/export`, { as });

  for (const as of [await access.join(organization, 'member'), viewer]) {
    const refused = await download(as);
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN']);
    assert.match(String(refused.body.error), /written by a search.*logs:export/);
    // Reading it is not exporting it.
    assert.equal((await call(`GET ${PATH}/found`, { as })).status, 200);
  }
  for (const as of [owner, admin, key]) {
    assert.equal((await download(as)).text, "event\nout of space\n'=1+1\n");
  }
  const exported = (await access.auditOf(organization)).filter(
    ({ action }) => action === 'log.exported',
  );
  assert.equal(exported.length, 3);
  assert.deepEqual(JSON.parse(exported[0]?.details ?? ''), {
    lookup: 'found',
    format: 'csv',
    rows: 2,
  });

  await call(`PUT ${PATH}/found`, { as: owner, headers: CSV, body: TEAMS });
  assert.equal((await download(viewer)).text, TEAMS);
  const list = await call(`GET ${PATH}`, { as: viewer });
  assert.equal((list.body.data as { isFromSearch: boolean }[])[0]?.isFromSearch, false);
});

onBothStores(
  'a downloaded table runs in no spreadsheet, and comes back as it was',
  async (t, access) => {
    const { call } = start(t, access);
    const { owner } = await access.newOrganization();
    const body = "=name,phone\n@ops,+49 30 1\n'=1+1,-5\n''-x,'quoted'\n";
    const put = (text: string, query = '') =>
      call(`PUT ${PATH}/teams${query}`, { as: owner, headers: CSV, body: text });
    const get = async (query = '') =>
      (await call(`GET ${PATH}/teams/export${query}`, { as: owner })).text;

    await put(body, '?raw=true');
    const escaped = await get();
    const raw = await get('?raw=true');
    await put(escaped);

    assert.equal(raw, body);
    assert.equal(escaped, "'=name,phone\n'@ops,'+49 30 1\n''=1+1,-5\n'''-x,'quoted'\n");
    assert.equal(await get('?raw=true'), body);
  },
);

onBothStores('of many tables for the last places just these get one', async (t, access) => {
  const { perOrganizationMax } = LIMITS.lookups;
  const { needs } = start(t, access);
  const { owner } = await access.newOrganization();

  const { done, codes } = await raced(perOrganizationMax + 3, (at) =>
    replaceLookup(needs, owner.actor, `table-${at}`, uploadOf(TEAMS)),
  );

  assert.equal(done.length, perOrganizationMax);
  assert.deepEqual(codes, ['CONFLICT', 'CONFLICT', 'CONFLICT']);
  const [kept] = done;
  const again = await replaceLookup(needs, owner.actor, kept?.name ?? '', uploadOf('a\n'));
  assert.equal(again.version, 2);
});

onBothStores('a version that was overtaken is refused', async (t, access) => {
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const put = (version: string) =>
    call(`PUT ${PATH}/teams?version=${version}`, { as: owner, headers: CSV, body: TEAMS });

  const statuses = [];
  for (const version of ['1', '0', '0', '1', '1']) statuses.push((await put(version)).status);

  assert.deepEqual(statuses, [409, 200, 409, 200, 409]);
});

test('who may only read cannot write, and nobody sees the tables of others', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const other = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');
  const { value: key } = await createApiKey(access.needs, owner.actor, {
    name: 'reader',
    scope: 'read-only',
  });
  await call(`PUT ${PATH}/teams`, { as: owner, headers: CSV, body: TEAMS });

  const put = (as: typeof viewer | string) =>
    call(`PUT ${PATH}/teams`, { as, headers: CSV, body: 'a\n' });
  assert.equal((await put(viewer)).body.code, 'FORBIDDEN');
  assert.equal((await put(key)).body.code, 'INSUFFICIENT_SCOPE');
  assert.equal((await call(`DELETE ${PATH}/teams`, { as: viewer })).body.code, 'FORBIDDEN');
  assert.equal((await call(`GET ${PATH}/teams`, { as: other.owner })).status, 404);
  assert.equal((await call(`GET ${PATH}/teams/export`, { as: other.owner })).status, 404);
  assert.equal((await call(`DELETE ${PATH}/teams`, { as: other.owner })).status, 404);
  assert.deepEqual((await call(`GET ${PATH}`, { as: other.owner })).body.data, []);
});

test('bad uploads are refused with the reason', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const put = (name: string, body: string, type = 'text/csv') =>
    call(`PUT ${PATH}/${name}`, { as: owner, headers: { 'content-type': type }, body });

  const ragged = await put('teams', 'a,b\n1,2\n3\n');
  assert.equal(ragged.status, 400);
  assert.equal(ragged.body.error, 'Line 3: Expected 2 values, found 1.');
  assert.deepEqual(ragged.body.details, [
    { path: 'lines.3', message: 'Expected 2 values, found 1.' },
  ]);
  assert.equal((await put('teams', TEAMS, 'image/png')).status, 415);
  assert.equal((await put('Teams', TEAMS)).status, 400);
  assert.equal((await put('_teams', TEAMS)).status, 400);
  const longest = 't'.repeat(LIMITS.lookups.nameCharactersMax);
  assert.equal((await put(longest, TEAMS)).status, 200);
  assert.equal((await put(`${longest}t`, TEAMS)).status, 400);
  const tooLarge = 'a\n'.padEnd(LIMITS.lookups.contentBytesMax + 1, 'x\n');
  assert.equal((await put('teams', tooLarge)).status, 413);
  assert.equal((await call(`GET ${PATH}`, { as: owner })).text.includes('"teams"'), false);
});

test('as many rows are shown as asked for, at most as many as promised', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const { shownRowsDefault, shownRowsMax } = LIMITS.lookups;
  const body = `a\n${'x\n'.repeat(shownRowsMax + 1)}`;
  await call(`PUT ${PATH}/long`, { as: owner, headers: CSV, body });
  const shown = async (query: string) => {
    const { status, body: answer } = await call(`GET ${PATH}/long${query}`, { as: owner });
    return [status, (answer.data as { firstRows: unknown[] } | undefined)?.firstRows.length];
  };

  assert.deepEqual(await shown(''), [200, shownRowsDefault]);
  assert.deepEqual(await shown(`?rows=${shownRowsMax}`), [200, shownRowsMax]);
  assert.deepEqual(await shown(`?rows=${shownRowsMax + 1}`), [400, undefined]);
  assert.deepEqual(await shown('?rows=0'), [200, 0]);
});

test('a table that is made anew under its name is not taken for the old one', async (t) => {
  const access = await openAccess(t);
  const { call, needs } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const columnsNow = async () => (await needs.lookups.open(organization, 'teams'))?.columns;

  await call(`PUT ${PATH}/teams`, { as: owner, headers: CSV, body: TEAMS });
  assert.deepEqual(await columnsNow(), ['service', 'team']);
  await call(`DELETE ${PATH}/teams`, { as: owner });
  assert.equal(await columnsNow(), undefined);
  await call(`PUT ${PATH}/teams`, { as: owner, headers: CSV, body: 'other\n1\n' });

  assert.deepEqual(await columnsNow(), ['other']);
});
