/** The verbs of dashboards, on a metadata store alone. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { systemActor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { PLANS } from '../../../spec/plans.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { listVersions, readVersion, restoreVersion, starDashboard } from './dashboard-versions.ts';
import {
  changeDashboard,
  cloneDashboard,
  createDashboard,
  deleteDashboard,
  importDashboard,
  listDashboards,
  readDashboard,
  requireDashboard,
  saveNext,
} from './manage-dashboards.ts';

const ALL = { limit: 100, after: undefined };
const NONE = ['NOT_FOUND', 'No such dashboard.'];

async function open(t: TestContext, plan: 'free' | 'business' = 'business') {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization(plan);
  const { owner: stranger } = await access.newOrganization(plan);
  const audit = async () =>
    (await access.auditOf(organization)).map(({ action, details }) => {
      const { changes = [], ...rest } = JSON.parse(details) as { changes?: { field: string }[] };
      const isWhole = action !== 'dashboard.updated';
      const fields = changes.map(({ field }) => field);
      return `${action} ${JSON.stringify(rest)} ${isWhole ? fields.includes('name') : fields.join()}`;
    });
  const needs = { metadata, clock, plans: PLANS };
  const { actor } = owner;
  const create = (more: Parameters<typeof dashboardOf>[1] = {}) =>
    createDashboard(needs, actor, { definition: dashboardOf([], more) });
  return {
    access,
    clock,
    organization,
    owner,
    actor,
    stranger: stranger.actor,
    needs,
    audit,
    create,
  };
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    const { details = [] } = error.facts;
    return [
      error.code,
      error.message,
      ...details.map(({ path, message }) => `${path}: ${message}`),
    ];
  }
}

const wrongVersion = (message: string) => [
  'VALIDATION_ERROR',
  'Invalid input.',
  `version: ${message}`,
];

test('a dashboard is created as its first version', async (t) => {
  const { needs, actor, owner, audit } = await open(t);
  const definition = dashboardOf([valuePanel('n', '* | stats count')], {
    key: 'shop',
    description: 'All of it',
    tags: ['web'],
  });

  const created = await createDashboard(needs, actor, { definition, note: 'first' });

  const at = '2026-01-15T12:00:00.000Z';
  const about = {
    id: created.id,
    version: 1,
    isStarred: false,
    createdBy: owner.email,
    createdAt: at,
    updatedBy: owner.email,
    updatedAt: at,
  };
  const { definition: kept, ...rest } = created;
  assert.deepEqual(rest, about);
  assert.deepEqual([kept.key, kept.name, kept.panels?.length], ['shop', 'Checkout', 1]);
  assert.deepEqual(await readDashboard(needs, actor, created.id), created);
  assert.deepEqual(await listDashboards(needs, actor, ALL), {
    data: [
      {
        ...about,
        key: 'shop',
        name: 'Checkout',
        description: 'All of it',
        tags: ['web'],
        panels: 1,
      },
    ],
    nextCursor: null,
  });
  const { data: versions } = await listVersions(needs, actor, created.id, ALL);
  assert.deepEqual(versions, [
    { version: 1, note: 'first', name: 'Checkout', savedBy: owner.email, savedAt: at },
  ]);
  assert.deepEqual(await audit(), ['dashboard.created {"name":"Checkout"} true']);
});

test('an empty one has neither key nor text', async (t) => {
  const { needs, actor } = await open(t);
  await createDashboard(needs, actor, { definition: { schema: 1, name: 'Empty' } });

  const [shown] = (await listDashboards(needs, actor, ALL)).data;

  assert.deepEqual([shown?.key, shown?.description, shown?.tags, shown?.panels], [null, '', [], 0]);
});

test('a plan has so many dashboards, and a key belongs to one of them', async (t) => {
  const { needs, actor, create } = await open(t, 'free');
  const { id } = await create({ key: 'shop' });

  const [code] = (await refusal(create())) as string[];
  assert.equal(code, 'PLAN_LIMIT_REACHED');
  await deleteDashboard(needs, actor, id);
  await create();

  const team = await open(t, 'business');
  await team.create({ key: 'shop' });
  assert.deepEqual(await refusal(team.create({ key: 'shop' })), [
    'CONFLICT',
    'A dashboard with this key already exists.',
  ]);
});

test('dashboards are listed newest first, page by page, and by key', async (t) => {
  const { needs, actor, stranger, clock, create } = await open(t);
  for (const name of ['a', 'b', 'c']) {
    await create({ name, key: `key-${name}` });
    clock.advance(1_000);
  }
  const names = async (page: Parameters<typeof listDashboards>[2], key?: string) => {
    const { data, nextCursor } = await listDashboards(needs, actor, page, key);
    return [data.map(({ name }) => name).join(), nextCursor !== null];
  };

  assert.deepEqual(await names({ limit: 2, after: undefined }), ['c,b', true]);
  assert.deepEqual(await names({ limit: 3, after: undefined }), ['c,b,a', false]);
  assert.deepEqual(await names(ALL, 'key-b'), ['b', false]);
  assert.deepEqual(await names(ALL, 'key-z'), ['', false]);
  assert.deepEqual((await listDashboards(needs, stranger, ALL)).data, []);
});

test('a save names the version that it was made on', async (t) => {
  const { needs, actor, owner, clock, audit, create } = await open(t);
  const { id } = await create();
  const definition = dashboardOf([], { name: 'Till' });
  const save = (version?: number, madeOn?: number, note?: string) => {
    const change = {
      definition,
      ...(version === undefined ? {} : { version }),
      ...(note === undefined ? {} : { note }),
    };
    return changeDashboard(needs, actor, id, change, madeOn);
  };
  clock.advance(1_000);

  assert.deepEqual(
    await refusal(save()),
    wrongVersion('`version` is required, here or as If-Match.'),
  );
  assert.deepEqual(await refusal(save(1, 2)), wrongVersion('`version` and If-Match differ.'));
  assert.deepEqual(await refusal(save(1, 2)), wrongVersion('`version` and If-Match differ.'));
  const second = await save(1, 1);
  assert.deepEqual(
    [second.version, second.definition.name, second.createdAt, second.updatedAt],
    [2, 'Till', '2026-01-15T12:00:00.000Z', '2026-01-15T12:00:01.000Z'],
  );
  assert.equal((await save(undefined, 2, 'why')).version, 3);
  await assert.rejects(save(2), {
    code: 'CONFLICT',
    message: `${owner.email} has saved version 3 in the meantime.`,
    facts: {
      fields: { version: 3, updatedBy: owner.email, updatedAt: '2026-01-15T12:00:01.000Z' },
    },
  });
  assert.deepEqual((await audit()).slice(1), [
    'dashboard.updated {"name":"Till","version":2,"changed":["name"]} name',
    'dashboard.updated {"name":"Till","version":3,"note":"why","changed":[]} ',
  ]);
});

test('of two who have read the same version, the second is told of the first', async (t) => {
  const { needs, actor, owner, create } = await open(t);
  const { id } = await create();
  const before = await requireDashboard(needs, actor, id);
  const save = (name: string) =>
    needs.metadata.transaction((unit) =>
      saveNext(needs, actor, unit, before, dashboardOf([], { name }), ''),
    );

  assert.equal((await save('First')).version, 2);
  assert.deepEqual(await refusal(save('Second')), [
    'CONFLICT',
    `${owner.email} has saved version 2 in the meantime.`,
  ]);
  assert.equal((await readDashboard(needs, actor, id)).definition.name, 'First');
});

test('a link leads to a dashboard of the same organization', async (t) => {
  const { needs, actor, stranger, create } = await open(t);
  const { id } = await create();
  const linked = (dashboard: string, as = actor) => {
    const link = { dashboard };
    const panels = [valuePanel('a', '*'), valuePanel('b', '* | stats count', 1, { link })];
    return createDashboard(needs, as, { definition: dashboardOf(panels) });
  };
  const broken = [
    'VALIDATION_ERROR',
    'Invalid input.',
    'definition.panels.1.link.dashboard: No such dashboard.',
  ];

  assert.deepEqual(await refusal(linked('dsh_none')), broken);
  assert.deepEqual(await refusal(linked(id, stranger)), broken);
  assert.equal((await linked(id)).version, 1);
  assert.equal((await linked('a-key')).version, 1, 'a key may come later');
  const change = {
    version: 1,
    definition: dashboardOf([valuePanel('b', '*', 0, { link: { dashboard: 'dsh_none' } })]),
  };
  const [, , where] = (await refusal(changeDashboard(needs, actor, id, change))) as string[];
  assert.match(where ?? '', /^definition\.panels\.0\.link/);
  const imported = importDashboard(needs, actor, { definition: change.definition });
  assert.deepEqual(((await refusal(imported)) as string[])[0], 'VALIDATION_ERROR');
});

test('an import is the next version under its key, and nothing when it is the same', async (t) => {
  const { needs, actor, audit, create } = await open(t);
  const { id } = await create({ key: 'shop' });
  await starDashboard(needs, actor, id, true);
  const imported = async (more: object, note?: string) => {
    const definition = dashboardOf([], more);
    const draft = { definition, ...(note === undefined ? {} : { note }) };
    const { dashboard, isNew } = await importDashboard(needs, actor, draft);
    return [dashboard.id === id, dashboard.version, dashboard.isStarred, isNew];
  };

  assert.deepEqual(await imported({ key: 'shop' }), [true, 1, true, false]);
  assert.deepEqual(await imported({ key: 'shop', name: 'Till' }), [true, 2, true, false]);
  assert.deepEqual(await imported({ key: 'shop', name: 'Shop' }, 'mine'), [true, 3, true, false]);
  assert.deepEqual(await imported({ key: 'other' }), [false, 1, false, true]);
  assert.deepEqual(await imported({}), [false, 1, false, true]);
  assert.deepEqual(await imported({}), [false, 1, false, true]);
  assert.deepEqual((await audit()).slice(1), [
    'dashboard.updated {"name":"Till","version":2,"note":"Imported","changed":["name"]} name',
    'dashboard.updated {"name":"Shop","version":3,"note":"mine","changed":["name"]} name',
    'dashboard.created {"name":"Checkout"} true',
    'dashboard.created {"name":"Checkout"} true',
    'dashboard.created {"name":"Checkout"} true',
  ]);
});

test('a copy has no key, and a name of its own', async (t) => {
  const { needs, actor, stranger, create } = await open(t);
  const { id } = await create({ key: 'shop' });
  const long = await create({ name: 'x'.repeat(91) + ' yz' });

  const copy = await cloneDashboard(needs, actor, id);
  const named = await cloneDashboard(needs, actor, id, 'Mine');
  const cut = await cloneDashboard(needs, actor, long.id);

  assert.deepEqual([copy.definition.name, copy.definition.key], ['Copy of Checkout', undefined]);
  assert.equal(named.definition.name, 'Mine');
  assert.equal(cut.definition.name, `Copy of ${'x'.repeat(91)}`);
  const { data } = await listVersions(needs, actor, copy.id, ALL);
  assert.equal(data[0]?.note, 'Copied from Checkout');
  assert.deepEqual(await refusal(cloneDashboard(needs, stranger, id)), NONE);
});

test('a deleted dashboard is gone, and of one organization', async (t) => {
  const { needs, actor, stranger, audit, create } = await open(t);
  const { id } = await create();
  const change = { version: 1, definition: dashboardOf() };

  for (const work of [
    () => readDashboard(needs, stranger, id),
    () => deleteDashboard(needs, stranger, id),
    () => changeDashboard(needs, stranger, id, change),
    () => listVersions(needs, stranger, id, ALL),
    () => starDashboard(needs, stranger, id, true),
  ]) {
    assert.deepEqual(await refusal(work()), NONE);
  }
  await deleteDashboard(needs, actor, id);
  assert.deepEqual(await refusal(deleteDashboard(needs, actor, id)), NONE);
  assert.deepEqual(await refusal(readDashboard(needs, actor, id)), NONE);
  assert.equal((await audit())[1], 'dashboard.deleted {"name":"Checkout"} true');
});

test('versions are read and restored, and the key stays', async (t) => {
  const { needs, actor, owner, stranger, clock, create } = await open(t);
  const { id } = await create({ key: 'old', name: 'Old' });
  await create({ name: 'Other' });
  clock.advance(1_000);
  const definition = dashboardOf([], { key: 'new', name: 'New' });
  await changeDashboard(needs, actor, id, { version: 1, definition, note: 'renamed' });

  const first = await readVersion(needs, actor, id, 1);
  assert.deepEqual([first.version, first.name, first.definition.key], [1, 'Old', 'old']);
  const none = ['NOT_FOUND', 'No such version.'];
  assert.deepEqual(await refusal(readVersion(needs, actor, id, 3)), none);
  assert.deepEqual(await refusal(readVersion(needs, actor, 'dsh_none', 1)), none);
  assert.deepEqual(await refusal(readVersion(needs, stranger, id, 1)), none);

  const restored = await restoreVersion(needs, actor, id, 1);
  assert.deepEqual(
    [restored.version, restored.definition.name, restored.definition.key],
    [3, 'Old', 'new'],
  );
  const { data, nextCursor } = await listVersions(needs, actor, id, { limit: 2, after: undefined });
  assert.deepEqual(
    data.map(({ version, note, savedBy }) => [version, note, savedBy]),
    [
      [3, 'Restored version 1', owner.email],
      [2, 'renamed', owner.email],
    ],
  );
  assert.equal(atob(nextCursor ?? ''), `2:${id}`);
  const rest = await listVersions(needs, actor, id, { limit: 2, after: { at: 2, id } });
  assert.deepEqual([rest.data.map(({ version }) => version), rest.nextCursor], [[1], null]);
});

test('the last hundred versions are kept', async (t) => {
  const { needs, actor, access, create } = await open(t);
  const { id } = await create();
  const other = await create();
  const { db } = access.metadata;
  await db.updateTable('dashboards').set('version', 100).where('id', '=', id).execute();

  await changeDashboard(needs, actor, id, { version: 100, definition: dashboardOf() });
  assert.equal((await listVersions(needs, actor, other.id, ALL)).data.length, 1);
  const kept = async () =>
    (await listVersions(needs, actor, id, ALL)).data.map(({ version }) => version);
  assert.deepEqual(await kept(), [101]);

  await db
    .insertInto('dashboard_versions')
    .values(
      [1, 2, 3].map((version) => ({
        dashboard_id: id,
        organization_id: actor.organization,
        version,
        name: '',
        note: '',
        definition: '{}',
        saved_by: '',
        saved_at: 0,
      })),
    )
    .execute();
  await changeDashboard(needs, actor, id, { version: 101, definition: dashboardOf() });
  assert.deepEqual(await kept(), [102, 101, 3]);
});

test('everybody stars for themselves, as often as they like', async (t) => {
  const { needs, actor, access, organization, create } = await open(t);
  const { id } = await create();
  const other = await create();
  const { actor: colleague } = await access.join(organization, 'viewer');
  const system = systemActor(organization, 'alerts', []);
  const starred = async (as = actor) =>
    (await listDashboards(needs, as, ALL)).data.flatMap((each) =>
      each.isStarred ? [each.id] : [],
    );

  await starDashboard(needs, actor, id, true);
  await starDashboard(needs, actor, id, true);
  await starDashboard(needs, colleague, other.id, true);
  assert.deepEqual([await starred(), await starred(colleague)], [[id], [other.id]]);
  assert.equal((await readDashboard(needs, actor, id)).isStarred, true);
  const change = { version: 1, definition: dashboardOf() };
  assert.equal((await changeDashboard(needs, actor, id, change)).isStarred, true);
  assert.deepEqual(await starred(system), []);

  await starDashboard(needs, actor, other.id, false);
  await starDashboard(needs, actor, id, false);
  assert.deepEqual([await starred(), await starred(colleague)], [[], [other.id]]);
  await assert.rejects(starDashboard(needs, system, id, true), /only people star dashboards/);
});
