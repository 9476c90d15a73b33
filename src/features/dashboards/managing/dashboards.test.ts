/** Keeping dashboards: who may, how many, versions, two savers at once, copies and exports. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Dashboard, DashboardVersion } from '../../../contract/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { KEY_SCOPES, ROLES } from '../../../spec/roles.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
  raced,
} from '../../../../test/support/open-access.ts';
import { type Answer, startAccess } from '../../../../test/support/start-access.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { changeDashboard, createDashboard } from './manage-dashboards.ts';

const PATH = '/api/v1/dashboards';

function start(t: TestContext, access: AccessUnderTest) {
  const { metadata, clock } = access;
  const needs = { metadata, clock, plans: PLANS };
  const { call } = startAccess(t, access, {
    rates: { management: 0 },
    mount: (app) => dashboardRoutes(app, needs),
  });
  return { needs, call };
}

function dashboardIn({ status, body, text }: Answer, expected = 200): Dashboard {
  assert.equal(status, expected, text);
  return body.data as Dashboard;
}

onBothStores(
  'a dashboard is made, read, saved and deleted, and the audit log tells',
  async (t, access) => {
    const { call } = start(t, access);
    const { id: organization, owner } = await access.newOrganization();
    const definition = dashboardOf([valuePanel('n', '* | stats count')]);

    const made = await call(`POST ${PATH}`, { as: owner, body: { definition } });
    const { id } = dashboardIn(made, 201);
    assert.equal(made.headers['etag'], '"1"');
    const read = await call(`GET ${PATH}/${id}`, { as: owner });
    assert.deepEqual(dashboardIn(read).definition, definition);
    const changed = { ...definition, name: 'Checkout 2' };
    const saved = await call(`PATCH ${PATH}/${id}`, {
      as: owner,
      body: { definition: changed, version: 1, note: 'Renamed' },
    });
    assert.equal(dashboardIn(saved).version, 2);
    assert.equal(saved.headers['etag'], '"2"');
    const { body: list } = await call(`GET ${PATH}`, { as: owner });
    assert.deepEqual(
      (list.data as Record<string, unknown>[]).map(({ name, version, panels }) => [
        name,
        version,
        panels,
      ]),
      [['Checkout 2', 2, 1]],
    );
    const deleted = await call(`DELETE ${PATH}/${id}`, { as: owner });
    assert.equal(deleted.status, 200, deleted.text);

    assert.equal((await call(`GET ${PATH}/${id}`, { as: owner })).status, 404);
    assert.deepEqual(
      (await access.auditOf(organization)).map(({ action, resource }) => [action, resource]),
      [
        ['dashboard.created', id],
        ['dashboard.updated', id],
        ['dashboard.deleted', id],
      ],
    );
  },
);

onBothStores('of two savers one is refused, with who and when (bar 9)', async (t, access) => {
  const { call, needs } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const other = await access.join(organization, 'member');
  const { id } = await createDashboard(needs, owner.actor, { definition: dashboardOf() });
  const save = (name: string, as = owner) =>
    call(`PATCH ${PATH}/${id}`, {
      as,
      body: { definition: dashboardOf([], { name }), version: 1 },
    });

  assert.equal((await save('Mine')).status, 200);
  const late = await save('Theirs', other);

  assert.equal(late.status, 409);
  assert.equal(late.body.code, 'CONFLICT');
  assert.deepEqual([late.body['version'], late.body['updatedBy']], [2, owner.email]);
  assert.equal(late.body['updatedAt'], new Date(access.clock.now()).toISOString());
  const { done, codes } = await raced(8, (at) =>
    changeDashboard(needs, owner.actor, id, {
      definition: dashboardOf([], { name: `Race ${at}` }),
      version: 2,
    }),
  );
  assert.equal(done.length, 1);
  assert.deepEqual(new Set(codes), new Set(['CONFLICT']));
});

test('a save names the version it was made on, in the body or as If-Match', async (t) => {
  const access = await openAccess(t);
  const { call, needs } = start(t, access);
  const { owner } = await access.newOrganization();
  const { id } = await createDashboard(needs, owner.actor, { definition: dashboardOf() });
  const save = (version: number | undefined, ifMatch?: string) =>
    call(`PATCH ${PATH}/${id}`, {
      as: owner,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      body: { definition: dashboardOf(), ...(version === undefined ? {} : { version }) },
    });

  assert.equal((await save(undefined)).status, 400);
  assert.equal((await save(undefined, '"x"')).status, 400);
  assert.equal((await save(2, '"1"')).status, 400);
  assert.equal((await save(undefined, '"2"')).status, 409);
  assert.equal((await save(undefined, '"1"')).status, 200);
});

onBothStores('the last versions are kept, and each can be restored', async (t, access) => {
  const { call, needs } = start(t, access);
  const { owner } = await access.newOrganization();
  const named = (name: string) => ({ definition: dashboardOf([], { name }) });
  const { id } = await createDashboard(needs, owner.actor, named('v1'));
  const { versionsMax } = LIMITS.dashboards;
  for (let version = 1; version <= versionsMax; version += 1) {
    await changeDashboard(needs, owner.actor, id, { ...named(`v${version + 1}`), version });
  }

  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await call(`GET ${PATH}/${id}/versions?limit=60${after}`, { as: owner });
    seen.push(...(body.data as DashboardVersion[]).map(({ version }) => version));
    cursor = body['nextCursor'] as string | null;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: versionsMax }, (_, at) => versionsMax + 1 - at),
  );
  assert.equal((await call(`GET ${PATH}/${id}/versions/1`, { as: owner })).status, 404);
  const old = await call(`GET ${PATH}/${id}/versions/2`, { as: owner });
  assert.equal((old.body.data as { definition: { name: string } }).definition.name, 'v2');
  const restored = await call(`POST ${PATH}/${id}/versions/2/restore`, { as: owner });
  assert.deepEqual(
    [dashboardIn(restored).version, dashboardIn(restored).definition.name],
    [versionsMax + 2, 'v2'],
  );
});

onBothStores('the plan bounds dashboards, also when they are made at once', async (_, access) => {
  const needs = { metadata: access.metadata, clock: access.clock, plans: PLANS };
  for (const plan of ['free', 'pro'] as const) {
    const { owner } = await access.newOrganization(plan);
    const max = PLANS[plan].resources.dashboards ?? 0;

    const { done, codes } = await raced(max + 4, () =>
      createDashboard(needs, owner.actor, { definition: dashboardOf() }),
    );

    assert.equal(done.length, max);
    assert.deepEqual(
      codes,
      Array.from({ length: 4 }, () => 'PLAN_LIMIT_REACHED'),
    );
  }
});

test('export, import and export again give the same bytes (bar 11)', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const { owner: other } = await access.newOrganization();
  const definition = dashboardOf(
    [valuePanel('n', '* | stats count', 0, { title: '', thresholds: [], link: null })],
    { key: 'checkout', description: '', tags: ['b', 'a'], time: { earliest: '-24h' } },
  );
  const made = dashboardIn(await call(`POST ${PATH}`, { as: owner, body: { definition } }), 201);

  const first = await call(`GET ${PATH}/${made.id}/export`, { as: owner });
  const bare = await call(`POST ${PATH}/import`, {
    as: other,
    body: JSON.parse(first.text) as unknown,
  });
  const { id } = dashboardIn(bare, 201);
  const second = await call(`GET ${PATH}/${id}/export`, { as: other });
  const again = await call(`POST ${PATH}/import`, {
    as: other,
    body: { definition: JSON.parse(first.text) as unknown },
  });
  const next = await call(`POST ${PATH}/import`, {
    as: other,
    body: { definition: { ...definition, name: 'Renamed' } },
  });

  assert.equal(second.text, first.text);
  assert.deepEqual(Object.keys(JSON.parse(first.text) as object), [
    'schema',
    'key',
    'name',
    'tags',
    'panels',
  ]);
  assert.doesNotMatch(first.text, /dsh_|version|createdAt/);
  assert.deepEqual([dashboardIn(again).id, dashboardIn(again).version], [id, 1]);
  assert.deepEqual([dashboardIn(next).id, dashboardIn(next).version], [id, 2]);
});

test('a copy has a name of its own and no key, and a key belongs to one dashboard', async (t) => {
  const access = await openAccess(t);
  const { call } = start(t, access);
  const { owner } = await access.newOrganization();
  const definition = dashboardOf([], { key: 'checkout' });
  const { id } = dashboardIn(await call(`POST ${PATH}`, { as: owner, body: { definition } }), 201);

  const copy = await call(`POST ${PATH}/${id}/clone`, { as: owner, body: {} });
  const named = await call(`POST ${PATH}/${id}/clone`, { as: owner, body: { name: 'Berlin' } });
  const twin = await call(`POST ${PATH}`, { as: owner, body: { definition } });

  assert.deepEqual(dashboardIn(copy, 201).definition, { schema: 1, name: 'Copy of Checkout' });
  assert.equal(dashboardIn(named, 201).definition.name, 'Berlin');
  assert.deepEqual([twin.status, twin.body.code], [409, 'CONFLICT']);
  const { body } = await call(`GET ${PATH}?key=checkout`, { as: owner });
  assert.deepEqual(
    (body.data as { id: string }[]).map((each) => each.id),
    [id],
  );
});

onBothStores('everybody stars for themselves', async (t, access) => {
  const { call, needs } = start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const viewer = await access.join(organization, 'viewer');
  const { id } = await createDashboard(needs, owner.actor, { definition: dashboardOf() });
  const star = (isStarred: boolean) =>
    call(`PUT ${PATH}/${id}/star`, { as: viewer, body: { isStarred } });
  const seenBy = async (as: typeof viewer) =>
    dashboardIn(await call(`GET ${PATH}/${id}`, { as })).isStarred;

  assert.equal((await star(true)).status, 200);
  assert.equal((await star(true)).status, 200);
  assert.deepEqual([await seenBy(viewer), await seenBy(owner)], [true, false]);
  assert.equal((await star(false)).status, 200);
  assert.equal(await seenBy(viewer), false);
});

/** What each call needs, and who holds it (bar 2). */
const CALLS: readonly (readonly [call: string, allowed: readonly string[]])[] = [
  [`GET ${PATH}`, ['owner', 'admin', 'member', 'viewer', 'full-access']],
  [`GET ${PATH}/:id`, ['owner', 'admin', 'member', 'viewer', 'full-access']],
  [`GET ${PATH}/:id/versions`, ['owner', 'admin', 'member', 'viewer', 'full-access']],
  [`GET ${PATH}/:id/versions/1`, ['owner', 'admin', 'member', 'viewer', 'full-access']],
  [`GET ${PATH}/:id/export`, ['owner', 'admin', 'member', 'viewer', 'full-access']],
  [`PUT ${PATH}/:id/star`, ['owner', 'admin', 'member', 'viewer']],
  [`POST ${PATH}`, ['owner', 'admin', 'member', 'full-access']],
  [`POST ${PATH}/import`, ['owner', 'admin', 'member', 'full-access']],
  [`POST ${PATH}/:id/clone`, ['owner', 'admin', 'member', 'full-access']],
  [`PATCH ${PATH}/:id`, ['owner', 'admin', 'member', 'full-access']],
  [`POST ${PATH}/:id/versions/1/restore`, ['owner', 'admin', 'member', 'full-access']],
  [`DELETE ${PATH}/:id`, ['owner', 'admin', 'full-access']],
];

test('every call by every role and every scope of a key (bar 2)', async (t) => {
  const access = await openAccess(t);
  const { call, needs } = start(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const callers = new Map<string, Parameters<typeof call>[1]>([['nobody', {}]]);
  for (const role of ROLES) {
    callers.set(role, { as: role === 'owner' ? owner : await access.join(organization, role) });
  }
  for (const scope of KEY_SCOPES) {
    const made = await call('POST /api/v1/api-keys', { as: owner, body: { name: scope, scope } });
    callers.set(scope, { as: (made.body.data as { value: string }).value });
  }
  callers.set('token', { as: await access.newToken(owner) });

  for (const [endpoint, allowed] of CALLS) {
    for (const [name, who] of callers) {
      const { id } = await createDashboard(needs, owner.actor, { definition: dashboardOf() });
      const answer = await call(endpoint.replace(':id', id), { ...who, ...bodyOf(endpoint) });
      const isIn = answer.status < 300;
      assert.equal(isIn, allowed.includes(name), `${endpoint} by ${name}: ${answer.text}`);
      if (!isIn) assert.equal(answer.status, name === 'nobody' ? 401 : 403, `${endpoint} ${name}`);
    }
  }
});

function bodyOf(endpoint: string): { body?: unknown } {
  if (endpoint.startsWith('PATCH')) return { body: { definition: dashboardOf(), version: 1 } };
  if (endpoint.endsWith('/star')) return { body: { isStarred: true } };
  if (endpoint.endsWith('/clone')) return { body: {} };
  const takesDraft = endpoint === `POST ${PATH}` || endpoint.endsWith('/import');
  return takesDraft ? { body: { definition: dashboardOf() } } : {};
}

test('another organization gets 404 everywhere (bar 3)', async (t) => {
  const access = await openAccess(t);
  const { call, needs } = start(t, access);
  const { owner } = await access.newOrganization();
  const { owner: stranger } = await access.newOrganization();
  const { id } = await createDashboard(needs, owner.actor, { definition: dashboardOf() });

  for (const [endpoint] of CALLS.filter(([each]) => each.includes(':id'))) {
    const answer = await call(endpoint.replace(':id', id), {
      as: stranger,
      ...bodyOf(endpoint),
    });
    assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND'], endpoint);
  }
  assert.equal((await call(`GET ${PATH}/${id}`, { as: owner })).status, 200);
  const linked = valuePanel('n', '*|stats count', 0, { link: { dashboard: id, variables: {} } });
  const foreign = await call(`POST ${PATH}/import`, { as: stranger, body: dashboardOf([linked]) });
  assert.deepEqual(
    [foreign.status, foreign.body.details?.[0]?.path],
    [400, 'definition.panels.0.link.dashboard'],
  );
});
