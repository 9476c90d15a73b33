import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onBothStores, openAccess } from '../../../../test/support/open-access.ts';
import { startAccess, type Answer } from '../../../../test/support/start-access.ts';
import { userId, type OrganizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { Usage } from '../../../contract/organizations.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { RATES } from '../../../spec/rates.ts';
import { createAccessToken } from '../credentials/access-tokens.ts';
import { createApiKey } from '../credentials/create-api-key.ts';
import { changeBilling, readBilling, readUsage } from './billing.ts';
import { changeOrganization } from './change-organization.ts';
import { createDefaultOrganization } from './create-organization.ts';
import { deleteOrganization, eraseDeletedOrganizations } from './delete-organization.ts';
import { isAllowedAddress, readNetworks } from './networks.ts';

const { nameCharactersMax, allowedNetworksMax } = LIMITS.organizations;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('pro');
  const { call } = startAccess(t, access);
  const patch = (body: unknown, from?: string) =>
    call('PATCH /api/v1/organization', {
      as: owner,
      body,
      ...(from === undefined ? {} : { from }),
    });
  return { access, id, owner, call, patch };
}

function assertInvalid(answer: Answer, path: string): void {
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.details?.[0]?.path],
    [400, 'VALIDATION_ERROR', path],
    answer.text,
  );
}

test('settings change one by one, are shown, and leave what was and what is in the audit', async (t) => {
  const { access, id, owner, call, patch } = await start(t);
  const change = {
    name: '  Acme Ltd ',
    timezone: 'europe/berlin',
    retentionDays: 90,
    oauthProviders: { github: false },
    allowedNetworks: ['192.0.2.0/24', '192.0.2.0/24', '2001:db8::/32'],
  };

  const answer = await patch(change);

  const shown = {
    name: 'Acme Ltd',
    timezone: 'Europe/Berlin',
    retentionDays: 90,
    oauthProviders: { google: true, github: false },
    allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'],
  };
  const data = answer.body.data as object;
  assert.deepEqual(data, { ...data, ...shown });
  assert.deepEqual((await call('GET /api/v1/organization', { as: owner })).body.data, data);
  const [entry] = await access.auditOf(id);
  assert.equal(entry?.action, 'organization.settings_updated');
  const { changed, from, to } = JSON.parse(entry?.details ?? '{}') as Record<string, object>;
  assert.deepEqual(changed, Object.keys(change));
  assert.deepEqual(from, { ...from, name: 'Acme', timezone: 'UTC' });
  assert.deepEqual(to, shown);
  await patch({ retentionDays: 30 });
  assert.deepEqual((await call('GET /api/v1/organization', { as: owner })).body.data, {
    ...data,
    retentionDays: 30,
  });
});

test('a setting that makes no sense is refused with its place, and nothing is written', async (t) => {
  const { access, id, call, patch } = await start(t);
  const { retentionDaysMax } = LIMITS.indexes;
  const wrong: [unknown, string][] = [
    [{ name: '' }, 'name'],
    [{ name: ' \t ' }, 'name'],
    [{ name: 'a'.repeat(nameCharactersMax + 1) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'a\u0085b' }, 'name'],
    [{ name: '\u200b' }, 'name'],
    [{ name: 'a\u202Eb' }, 'name'],
    [{ name: 'a\ud800' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: null }, 'name'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+01:00' }, 'timezone'],
    [{ retentionDays: 0 }, 'retentionDays'],
    [{ retentionDays: retentionDaysMax + 1 }, 'retentionDays'],
    [{ retentionDays: '30' }, 'retentionDays'],
    [{ oauthProviders: { gitlab: true } }, 'oauthProviders.gitlab'],
    [{ allowedNetworks: ['192.0.2.0/24', '10.0.0.0/33'] }, 'allowedNetworks.1'],
    [
      { allowedNetworks: Array.from({ length: allowedNetworksMax + 1 }, () => '192.0.2.1') },
      'allowedNetworks',
    ],
    [{ plan: 'enterprise' }, 'plan'],
  ];

  for (const [body, path] of wrong) assertInvalid(await patch(body), path);
  assert.equal((await patch({})).status, 400);
  assert.deepEqual(await access.auditOf(id), []);
  const most = { name: 'ä'.repeat(nameCharactersMax), retentionDays: retentionDaysMax };
  assert.equal((await patch(most)).status, 200);
  assert.equal((await patch({ name: 'Аcme (Cyrillic A) 🚀' })).status, 200);
  const person = await access.newPerson();
  for (const name of ['a\u0007', '\u2028', 'a'.repeat(nameCharactersMax + 1), ['x']]) {
    assertInvalid(await call('POST /api/v1/organizations', { as: person, body: { name } }), 'name');
  }
});

test('an allowlist takes addresses and networks of both families, and nothing else', async (t) => {
  const { patch } = await start(t);
  const wrong = [
    '',
    'everywhere',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '10.0.0',
    '010.0.0.0/8',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/8',
    '10.0.0.0/8 ',
    'example.com',
  ];

  for (const network of wrong) {
    assertInvalid(await patch({ allowedNetworks: ['192.0.2.1', network] }), 'allowedNetworks.1');
  }
  const right = [
    '192.0.2.1',
    '10.0.0.5/8',
    '0.0.0.0/0',
    '::/0',
    '2001:DB8::1',
    '::ffff:10.0.0.0/104',
  ];
  assert.equal((await patch({ allowedNetworks: right })).status, 200);
});

test('an address is matched by its own family, however it is written', () => {
  const networks = readNetworks(['10.1.0.0/16', '2001:db8:1::/48', '::ffff:172.16.0.0/108']);
  const allowed = [
    '10.1.255.255',
    '::ffff:10.1.0.1',
    '::ffff:a01:1',
    '2001:db8:1:ffff::1',
    '172.31.0.1',
  ];
  const refused = ['10.2.0.0', '::ffff:10.2.0.0', '2001:db8:2::', '172.32.0.1', '', 'garbage'];

  for (const address of allowed) assert.ok(isAllowedAddress(networks, address), address);
  for (const address of refused) assert.ok(!isAllowedAddress(networks, address), address);
  assert.ok(!isAllowedAddress(readNetworks(['::/0']), '10.1.1.1'));
  assert.ok(!isAllowedAddress(readNetworks(['0.0.0.0/0']), '2001:db8::1'));
  assert.ok(isAllowedAddress(readNetworks([]), 'garbage'), 'no list, no question');
});

test('nobody locks themselves out, and an empty list opens everything again', async (t) => {
  const { access, owner, call, patch } = await start(t);
  assertInvalid(await patch({ allowedNetworks: ['10.0.0.0/8'] }), 'allowedNetworks');
  assertInvalid(
    await patch({ allowedNetworks: ['192.0.2.0/24'] }, '2001:db8::1'),
    'allowedNetworks',
  );
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'full-access' });

  assert.equal((await patch({ allowedNetworks: ['192.0.2.0/24'] })).status, 200);
  const outside = { as: key.value, from: '198.51.100.1' };
  assert.equal((await call('GET /api/v1/organization', outside)).body.code, 'IP_NOT_ALLOWED');
  const elsewhere = { as: owner, from: '198.51.100.1' };
  assert.equal((await call('GET /api/v1/organizations', elsewhere)).status, 200);
  assert.equal((await patch({ allowedNetworks: [] })).status, 200);
  assert.equal((await call('GET /api/v1/organization', outside)).status, 200);
});

test('the Owner changes the plan; whoever is over the new one keeps all and adds nothing', async (t) => {
  const { access, id, owner, call } = await start(t);
  const max = PLANS.free.resources.apiKeys ?? 0;
  const draft = { name: 'k', scope: 'read-only' } as const;
  const keys = [];
  for (let made = 0; made < max + 1; made++) {
    keys.push(await createApiKey(access.needs, owner.actor, draft));
  }
  const body = { plan: 'free' };

  const changed = await call('PATCH /api/v1/organization/billing', { as: owner, body });

  const { plan, warnings, resources, dailyBytes, monthlyCredits } = changed.body.data as {
    plan: string;
    warnings: string[];
    resources: object;
    dailyBytes: number;
    monthlyCredits: number;
  };
  assert.equal(plan, 'free');
  assert.deepEqual(
    [dailyBytes, monthlyCredits],
    [PLANS.free.dailyBytes, PLANS.free.monthlyCredits],
  );
  assert.deepEqual(resources, PLANS.free.resources);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /6 API keys.*includes 5.*keep working, but you can’t add more/);
  for (const key of keys) {
    const headers = { 'x-api-key': key.value };
    assert.notEqual((await call('GET /api/v1/roles', { headers })).status, 401);
  }
  const more = await call('POST /api/v1/api-keys', { as: owner, body: draft });
  assert.equal(more.body.code, 'PLAN_LIMIT_REACHED');
  const usage = await call('GET /api/v1/organization/usage', { as: owner });
  const { rates, ...used } = usage.body.data as Usage;
  assert.equal(rates.length, Object.keys(RATES).length);
  assert.deepEqual(used, {
    plan: 'free',
    resources: [
      { resource: 'members', used: 1, limit: 2, isOverLimit: false },
      { resource: 'apiKeys', used: 6, limit: 5, isOverLimit: true },
    ],
    warnings,
    today: {
      day: new Date(access.clock.now()).toISOString().slice(0, 10),
      events: 0,
      bytes: 0,
      discardedEvents: 0,
      discardedBytes: 0,
    },
    days: [],
    quota: {
      dailyBytes: PLANS.free.dailyBytes,
      state: 'normal',
      resetsAt: '2026-01-16T00:00:00.000Z',
    },
    credits: {
      limit: PLANS.free.monthlyCredits,
      used: 0,
      held: 0,
      runs: 0,
      failedRuns: 0,
      resetsAt: '2026-02-01T00:00:00.000Z',
    },
  });
  const entry = (await access.auditOf(id)).find(({ action }) => action.includes('plan'));
  assert.deepEqual(JSON.parse(entry?.details ?? ''), {
    from: 'pro',
    to: 'free',
    changed: ['plan'],
    changes: [{ field: 'plan', before: 'pro', after: 'free' }],
  });
  await call('PATCH /api/v1/organization/billing', { as: owner, body });
  const entries = (await access.auditOf(id)).filter(({ action }) => action.includes('plan'));
  assert.equal(entries.length, 1, 'the same plan again is no change');
});

test('what other rooms keep is counted with the rest, also inside of a change', async (t) => {
  const { access, id, owner } = await start(t);
  const needs = {
    ...access.needs,
    counts: {
      dashboards: async (_reader: unknown, organization: OrganizationId) =>
        organization === id ? 3 : 0,
    },
  };

  const billing = await changeBilling(needs, owner.actor, 'free');
  const usage = await readUsage(needs, owner.actor);

  assert.match(billing.warnings.join(), /3 dashboards, the free plan includes 1/);
  const dashboards = usage.resources.find(({ resource }) => resource === 'dashboards');
  assert.deepEqual(dashboards, { resource: 'dashboards', used: 3, limit: 1, isOverLimit: true });
});

test('billing tells what each plan includes here, whatever the usual numbers are', async (t) => {
  const { access, owner } = await start(t);
  const free = { ...PLANS.free, dailyBytes: 7, overage: 'hold' as const };
  const needs = { ...access.needs, plans: { ...PLANS, free } };

  const { plans } = await readBilling(needs, owner.actor);

  assert.equal(plans.free.dailyBytes, 7);
  assert.equal(plans.free.overage, 'hold');
  assert.deepEqual(plans.pro.resources, PLANS.pro.resources);
  assert.equal(plans.enterprise.resources.members, LIMITS.organizations.membersMax);
});

test('members are bounded whatever the plan says', async (t) => {
  const { access, owner, call } = await start(t);
  await changeBilling({ ...access.needs, planChanges: 'self' }, owner.actor, 'enterprise');

  const usage = await call('GET /api/v1/organization/usage', { as: owner });

  const { resources } = usage.body.data as { resources: { resource: string; limit: number }[] };
  const limits = new Map(resources.map(({ resource, limit }) => [resource, limit]));
  assert.equal(limits.get('members'), LIMITS.organizations.membersMax);
  assert.equal(limits.get('apiKeys'), null);
});

test('usage shows the rate limits in force, not the usual ones', async (t) => {
  const { access, owner } = await start(t);
  const rates = { ...access.needs.rates, logs: 7, search: 0 };

  const usage = await readUsage({ ...access.needs, rates }, owner.actor);

  const shown = new Map(usage.rates.map(({ covers, perMinute }) => [covers, perMinute]));
  assert.equal(shown.get(RATES.logs.covers), 7);
  assert.equal(shown.get(RATES.search.covers), null);
  assert.equal(shown.get(RATES.ingest.covers), RATES.ingest.perMinute);
});

test('a new organization has its creator as Owner, and a session switches between its own', async (t) => {
  const { access, id, owner, call } = await start(t);
  access.clock.advance(1);
  const created = await call('POST /api/v1/organizations', { as: owner, body: { name: ' New ' } });
  assert.equal(created.status, 201);
  const { id: fresh, name, plan } = created.body.data as Record<string, string>;
  assert.deepEqual([name, plan], ['New', 'free']);
  const foreign = await access.newOrganization();

  const activated = await call(`POST /api/v1/organizations/${fresh}/activate`, { as: owner });
  assert.equal(activated.status, 200);
  const refused = await call(`POST /api/v1/organizations/${foreign.id}/activate`, { as: owner });
  assert.equal(refused.status, 404);

  const listed = await call('GET /api/v1/organizations', { as: owner });
  assert.deepEqual(listed.body.data, [
    { id, name: 'Acme', plan: 'pro', role: 'owner', isActive: false },
    { id: fresh, name: 'New', plan: 'free', role: 'owner', isActive: true },
  ]);
  const current = await call('GET /api/v1/organization', { as: owner });
  assert.equal((current.body.data as { id: string }).id, fresh);
});

test('one organization too many names the limit', async (t) => {
  const { access, call } = await start(t);
  const person = await access.newPerson();
  const create = () => call('POST /api/v1/organizations', { as: person, body: { name: 'One' } });
  const max = LIMITS.organizations.createdPerUserMax;
  for (let made = 0; made < max; made++) assert.equal((await create()).status, 201);

  const { status, body } = await create();

  assert.deepEqual([status, body.code, body['limit']], [403, 'PLAN_LIMIT_REACHED', max]);
});

test('everybody gets an organization at sign-up, with a name that can be shown', async (t) => {
  const access = await openAccess(t);
  const names = ['Ada', '', '\u202Eevil\u0000', 'x'.repeat(300), '👩‍🚀'.repeat(60)];

  for (const name of names) {
    const person = await access.newPerson();
    const user = { id: userId(person.id), name, email: person.email };
    const id = await access.metadata.transaction((unit) =>
      createDefaultOrganization(unit, user, 'free', access.clock.now()),
    );
    const row = await access.metadata.db
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.match(row.name, /\S’s organization$/);
    assert.ok(Array.from(row.name).length <= nameCharactersMax);
    assert.doesNotMatch(row.name, /[\p{Cc}\u202e]/u);
  }
});

test('only the Owner deletes, only with the name typed, and then it is gone for everybody', async (t) => {
  const { access, id, owner, call } = await start(t);
  const admin = await access.join(id, 'admin');
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'full-access' });
  const draft = { name: 't', scopes: ['search:read' as const] };
  const token = await createAccessToken(access.needs, admin.actor, draft);
  const remove = (as: typeof owner | string, confirm: string) =>
    call(`DELETE /api/v1/organization?confirm=${encodeURIComponent(confirm)}`, { as });

  assert.equal((await remove(admin, 'Acme')).body.code, 'FORBIDDEN');
  assert.equal((await remove(key.value, 'Acme')).body.code, 'INSUFFICIENT_SCOPE');
  assertInvalid(await remove(owner, 'acme'), 'confirm');
  assertInvalid(await call('DELETE /api/v1/organization', { as: owner }), 'confirm');
  assert.equal((await remove(owner, 'Acme')).status, 200);

  assert.equal((await call('GET /api/v1/organization', { as: owner })).status, 404);
  assert.equal((await call('GET /api/v1/organization', { as: admin })).status, 404);
  assert.equal((await call('GET /api/v1/roles', { as: key.value })).body.code, 'API_KEY_INVALID');
  assert.equal((await call('GET /api/v1/roles', { as: token.value })).body.code, 'INVALID_PAT');
  for (const table of ['members', 'api_keys', 'access_tokens'] as const) {
    const rows = await access.metadata.db.selectFrom(table).selectAll().execute();
    assert.deepEqual(rows, [], table);
  }
  const kept = (await access.auditOf(id)).map(({ action }) => String(action));
  assert.ok(kept.includes('api_key.created'), 'operators can still read its audit log');
  const sessions = await access.metadata.db.selectFrom('sessions').selectAll().execute();
  assert.deepEqual(
    sessions.map((row) => row.active_organization_id),
    [null, null],
  );
});

onBothStores(
  'a deleted organization is erased everywhere, again until it works',
  async (_, access) => {
    const first = await access.newOrganization('pro', 'First');
    const second = await access.newOrganization('pro', 'Second');
    await deleteOrganization(access.needs, first.owner.actor, 'First');
    access.clock.advance(1);
    await deleteOrganization(access.needs, second.owner.actor, 'Second');
    const erased: OrganizationId[] = [];
    const broken = new Set<OrganizationId>([first.id]);
    const eraseEverywhere = async (organization: OrganizationId): Promise<void> => {
      if (broken.has(organization)) throw new Error('the store is away');
      erased.push(organization);
    };
    const { metadata, clock } = access;
    const needs = { metadata, clock, log: silentLog, eraseEverywhere };

    await eraseDeletedOrganizations(needs);
    assert.deepEqual(erased, [second.id], 'one that fails does not hold up the others');
    broken.clear();
    await eraseDeletedOrganizations(needs);
    assert.deepEqual(erased, [second.id, first.id, second.id], 'what came late is erased, too');
    clock.advance(10 * 60_000);
    await eraseDeletedOrganizations(needs);
    await eraseDeletedOrganizations(needs);
    assert.deepEqual(erased.slice(3), [first.id, second.id], 'and then no more');
  },
);

onBothStores('a deletion that is not confirmed leaves everything', async (_, access) => {
  const { id, owner } = await access.newOrganization();

  await assert.rejects(deleteOrganization(access.needs, owner.actor, 'Other'), {
    code: 'VALIDATION_ERROR',
  });

  const rows = await access.metadata.db.selectFrom('organization_erasures').selectAll().execute();
  assert.deepEqual(rows, []);
  await changeOrganization(access.needs, owner.actor, { name: 'Still here' });
  assert.equal((await access.auditOf(id)).length, 1);
});
