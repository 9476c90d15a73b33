import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { BUILT_IN_DATA_MODELS } from '../../../language/data-models/built-in-data-models.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { dataModelRoutes, macroRoutes, searchRoutes } from '../routes.ts';
import { dataModelProblem } from './check-data-model.ts';

const store = await openTestStore();
const limits = {
  ...LIMITS,
  dataModels: { ...LIMITS.dataModels, perOrganizationMax: 3, versionsMax: 2 },
};

async function start(t: TestContext) {
  const mounted = await startSearch(
    t,
    store,
    (app, needs) => {
      searchRoutes(app, needs);
      macroRoutes(app, needs);
      dataModelRoutes(app, needs);
    },
    { limits },
  );
  const { call, access } = mounted;
  const acme = await access.newOrganization();
  const { owner } = acme;
  const create = async (body: object, as = owner) =>
    call('POST /api/v1/data-models', { as, body: { ...body } });
  const search = async (query: string, as = owner) =>
    call(`GET /api/v1/search?${new URLSearchParams({ query }).toString()}`, { as });
  const rows = async (query: string, as = owner): Promise<unknown> => {
    const { status, body, text } = await search(query, as);
    assert.equal(status, 200, text);
    return (body.data as { rows: unknown }).rows;
  };
  const event = (fields: Readonly<Record<string, string>>) => ({
    agoMs: SECOND_MS,
    body: 'event',
    fields,
  });
  await mounted.write(acme.id, [
    event({ process_name: 'cmd.exe', process: 'cmd.exe /c whoami', user: 'ada', dest: 'pc1' }),
    event({ Image: 'C:\\Windows\\System32\\cmd.exe', CommandLine: 'cmd.exe /k', User: 'bob' }),
    event({ 'process.name': 'sh', 'process.command_line': 'sh -c id', 'user.name': 'eve' }),
    event({ action: 'failure', user: 'ada', src: '10.0.0.1' }),
    event({ action: 'success', user: 'ada', src: '10.0.0.1' }),
  ]);
  return { ...mounted, acme, owner, create, search, rows };
}

const OWN = {
  name: 'Shop',
  datasets: [
    {
      name: 'Orders',
      parent: null,
      search: 'action=*',
      fields: [{ name: 'who', expression: 'upper(user)' }],
    },
    { name: 'Lost', parent: 'Orders', search: 'action=failure', fields: [] },
  ],
};

test('events are counted over a built-in data model, whatever their fields are called', async (t) => {
  const { rows } = await start(t);

  assert.deepEqual(
    await rows(
      '| tstats `security_content_summariesonly` count FROM datamodel=Endpoint.Processes WHERE Processes.process_name=cmd.exe BY Processes.user | `drop_dm_object_name(Processes)` | sort user',
    ),
    [
      { user: 'ada', count: 1 },
      { user: 'bob', count: 1 },
    ],
  );
  assert.deepEqual(
    await rows(
      '| tstats values(Processes.process) AS process FROM datamodel=Endpoint WHERE Processes.process="sh *" BY Processes.user',
    ),
    [{ 'Processes.user': 'eve', process: 'sh -c id' }],
  );
});

test('events without a field of BY are counted where `fillnull_value` says so', async (t) => {
  const { rows } = await start(t);
  const authentication = 'FROM datamodel=Authentication.Authentication BY Authentication.app';

  assert.deepEqual(await rows(`| tstats count ${authentication}`), []);
  assert.deepEqual(await rows(`| tstats fillnull_value=none count ${authentication}`), [
    { 'Authentication.app': 'none', count: 2 },
  ]);
});

test('a dataset inside another narrows it, by its name or by nodename', async (t) => {
  const { rows } = await start(t);

  for (const query of [
    '| tstats count FROM datamodel=Authentication.Failed_Authentication BY Authentication.user',
    '| tstats count FROM datamodel=Authentication WHERE nodename=Authentication.Failed_Authentication BY Authentication.user',
    '| tstats count FROM datamodel=Authentication WHERE Authentication.action=failure BY Authentication.user',
  ]) {
    assert.deepEqual(await rows(query), [{ 'Authentication.user': 'ada', count: 1 }], query);
  }
});

test('a subsearch filters by fields of the data model', async (t) => {
  const { rows } = await start(t);
  const query =
    '| tstats count FROM datamodel=Authentication.Authentication WHERE [| makeresults | eval Authentication.action="success" | fields Authentication.action]';

  assert.deepEqual(await rows(query), [{ count: 1 }]);
});

test('the events of a dataset are listed with its fields', async (t) => {
  const { rows } = await start(t);

  assert.deepEqual(
    await rows(
      '| datamodel Endpoint Processes search | search Processes.user=bob | table Processes.process_name, Processes.user',
    ),
    [{ 'Processes.process_name': 'cmd.exe', 'Processes.user': 'bob' }],
  );
  assert.deepEqual(
    await rows('| datamodel Endpoint Processes flat | search user=bob | table process_name, user'),
    [{ process_name: 'cmd.exe', user: 'bob' }],
  );
});

test('a data model is created, read, changed with its versions, and deleted', async (t) => {
  const { call, access, owner, create, rows, search } = await start(t);
  const made = await create(OWN);
  const { id } = made.body.data as { id: string };
  const change = (body: object) => call(`PATCH /api/v1/data-models/${id}`, { as: owner, body });
  const counted = '| tstats count FROM datamodel=Shop.Orders BY Orders.who';

  assert.equal(made.status, 201, made.text);
  assert.deepEqual(await rows(counted), [{ 'Orders.who': 'ADA', count: 2 }]);
  assert.deepEqual(await rows('| tstats count FROM datamodel=Shop.Lost'), [{ count: 1 }]);
  const [first, second] = OWN.datasets;
  const datasets = [{ ...first, search: 'action=success' }, second];
  assert.equal((await change({ version: 1, datasets })).status, 200);
  assert.deepEqual(await rows(counted), [{ 'Orders.who': 'ADA', count: 1 }]);
  assert.equal((await change({ version: 1, description: 'x' })).status, 409);
  assert.equal((await change({ version: 2, description: 'x' })).status, 200);
  const versions = await call(`GET /api/v1/data-models/${id}/versions`, { as: owner });
  assert.deepEqual(
    (versions.body.data as { version: number }[]).map(({ version }) => version),
    [3, 2],
  );
  const listed = await call('GET /api/v1/data-models', { as: owner });
  assert.equal((listed.body.data as unknown[]).length, 1);
  assert.equal((await call(`DELETE /api/v1/data-models/${id}`, { as: owner })).status, 200);
  assert.equal((await search(counted)).status, 400);
  assert.equal((await call(`GET /api/v1/data-models/${id}`, { as: owner })).status, 404);
  const entries = await access.metadata.db
    .selectFrom('audit_entries')
    .select(['action', 'details'])
    .where('resource', '=', id)
    .execute();
  assert.deepEqual(entries.map(({ action }) => action).toSorted(), [
    'data_model.created',
    'data_model.deleted',
    'data_model.updated',
    'data_model.updated',
  ]);
  const changed = entries.flatMap(({ action, details }) => {
    if (action !== 'data_model.updated') return [];
    return (JSON.parse(details) as { changes: unknown }).changes;
  });
  assert.deepEqual(
    changed.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    [
      { field: 'datasets.1.search', before: first?.search, after: 'action=success' },
      { field: 'description', before: '', after: 'x' },
    ],
  );
});

test('an own data model replaces the built-in one of its name, with macros of its own', async (t) => {
  const { call, owner, create, rows } = await start(t);
  const macro = { name: 'signed_in', definition: 'action=success' };
  await call('POST /api/v1/macros', { as: owner, body: macro });
  const dataset = { name: 'Authentication', parent: null, search: '`signed_in`', fields: [] };
  assert.equal((await create({ name: 'Authentication', datasets: [dataset] })).status, 201);

  assert.deepEqual(
    await rows('| tstats count FROM datamodel=Authentication BY Authentication.user'),
    [{ 'Authentication.user': 'ada', count: 1 }],
  );
});

test('data models of one organization are unknown in another', async (t) => {
  const { call, access, create, search } = await start(t);
  const made = await create(OWN);
  const { id } = made.body.data as { id: string };
  const other = (await access.newOrganization()).owner;

  assert.equal((await search('| tstats count FROM datamodel=Shop.Orders', other)).status, 400);
  for (const path of ['', '/versions']) {
    assert.equal((await call(`GET /api/v1/data-models/${id}${path}`, { as: other })).status, 404);
  }
  const body = { version: 1, description: 'x' };
  assert.equal((await call(`PATCH /api/v1/data-models/${id}`, { as: other, body })).status, 404);
  assert.equal((await call(`DELETE /api/v1/data-models/${id}`, { as: other })).status, 404);
});

test('what is not there is refused at its place, with what there is', async (t) => {
  const { search } = await start(t);
  const problem = async (query: string): Promise<unknown> => (await search(query)).body.error;

  assert.equal(
    await problem('| tstats count FROM datamodel=Nope.A'),
    'No such data model: “Nope”.',
  );
  assert.match(
    String(await problem('| tstats count FROM datamodel=Web.Nope')),
    /has no dataset “Nope”\. Datasets: Web, Proxy\./,
  );
  assert.match(
    String(await problem('| tstats count FROM datamodel=Endpoint')),
    /^Specify a dataset of the data model: Endpoint\.Processes/,
  );
});

test('a data model that leads to itself is refused where it is used', async (t) => {
  const { create, search } = await start(t);
  const inner = '[| tstats count FROM datamodel=Loop.D BY D.user]';
  const dataset = { name: 'D', parent: null, search: inner, fields: [] };
  const made = await create({ name: 'Loop', datasets: [dataset] });
  assert.equal(made.status, 201, made.text);

  const { status, body } = await search('| tstats count FROM datamodel=Loop.D');
  assert.equal(status, 400);
  assert.equal(body.error, 'The data model “Loop” refers to itself.');
});

test('what nobody could use is refused', async (t) => {
  const { create } = await start(t);
  const { dataModels } = LIMITS;
  const dataset = (part: object) => ({ name: 'D', parent: null, search: 'a', fields: [], ...part });
  const names = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `f${i}`, expression: null }));
  const datasets = (count: number) =>
    Array.from({ length: count }, (_, i) => dataset({ name: `D${i}` }));

  for (const [at, list] of [
    [dataset({ parent: 'Nope' })],
    [dataset({ parent: 'E' }), dataset({ name: 'E', parent: 'D' })],
    [dataset({}), dataset({ name: 'd' })],
    [dataset({ search: 'a | stats count' })],
    [dataset({ search: 'a) OR (b' }), dataset({ name: 'x y' })],
    [dataset({ search: 'a earliest=-1h' })],
    [dataset({ fields: [{ name: 'f', expression: 'if(' }] })],
    [dataset({ fields: [{ name: 'f', expression: 'a, b=c' }] })],
    [dataset({ search: 'a'.repeat(dataModels.searchCharactersMax + 1) })],
    [dataset({ fields: names(dataModels.fieldsMax + 1) })],
    [
      dataset({
        fields: [{ name: 'f', expression: 'a'.repeat(dataModels.expressionCharactersMax + 1) }],
      }),
    ],
    datasets(dataModels.datasetsMax + 1),
  ].entries()) {
    assert.equal((await create({ name: 'M', datasets: list })).status, 400, `list ${at}`);
  }
  const good = [dataset({})];
  const long = {
    name: 'M',
    datasets: good,
    description: 'a'.repeat(dataModels.descriptionCharactersMax + 1),
  };
  assert.equal((await create(long)).status, 400);
  assert.equal(
    (await create({ name: 'a'.repeat(dataModels.nameCharactersMax + 1), datasets: good })).status,
    400,
  );
  assert.equal(
    (await create({ name: 'M0', datasets: datasets(dataModels.datasetsMax) })).status,
    201,
  );
  assert.equal((await create({ name: 'M0', datasets: good })).status, 409);
  assert.equal(
    (await create({ name: 'M1', datasets: [dataset({ fields: names(dataModels.fieldsMax) })] }))
      .status,
    201,
  );
  assert.equal((await create({ name: 'M2', datasets: good })).status, 201);
  const over = await create({ name: 'M3', datasets: good });
  assert.equal(over.status, 409);
  assert.match(String(over.body.error), /can have at most 3 data models/);
});

test('every built-in data model could be kept, and is listed', async (t) => {
  const { call, owner } = await start(t);
  const listed = await call('GET /api/v1/data-models/built-in', { as: owner });

  for (const { name, datasets } of BUILT_IN_DATA_MODELS) {
    const copy = datasets.map((each) => ({ ...each, fields: [...each.fields] }));
    assert.equal(dataModelProblem({ name, datasets: copy }), undefined, name);
  }
  assert.equal((listed.body.data as unknown[]).length, BUILT_IN_DATA_MODELS.length);
});
