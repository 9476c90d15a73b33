import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
  raced,
} from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { silentLog } from '../../../base/log.ts';
import type { RunOrganization } from '../../../contract/operator.ts';
import { holdCredits, recordUsage } from '../../limits/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { MICRO_CREDITS } from '../../../spec/units.ts';
import { openQuotaMeter } from '../organizations/open-quota-meter.ts';
import { claimInstallation } from './claim-installation.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };

/** An organization whose Owner runs the installation, and another one. */
async function start(access: AccessUnderTest) {
  const operator = (await access.newOrganization('enterprise', 'Ours')).owner;
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, operator, ORIGIN, access.clock.now()),
  );
  access.clock.advance(1);
  const tenant = await access.newOrganization('free', 'Tenant');
  return { operator, tenant };
}

onBothStores('a stranger cannot give their organization a larger plan', async (t, access) => {
  const { operator, tenant } = await start(access);
  const { call } = startAccess(t, access);
  const choose = (as: typeof operator, plan: string) =>
    call('PATCH /api/v1/organization/billing', { as, body: { plan } });

  for (const plan of ['pro', 'business', 'enterprise']) {
    const refused = await choose(tenant.owner, plan);
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'], plan);
  }
  assert.equal((await choose(tenant.owner, 'free')).status, 200, 'the same is no upgrade');
  assert.equal((await choose(operator, 'pro')).status, 200, 'a smaller one every Owner chooses');
  assert.equal((await choose(operator, 'enterprise')).status, 200, 'the operator is an Owner here');
  const { plan } = (await call('GET /api/v1/organization', { as: tenant.owner })).body.data as {
    plan: string;
  };
  assert.equal(plan, 'free');
});

test('unless the installation leaves it to the Owners', async (t) => {
  const access = await openAccess(t);
  const { tenant } = await start(access);
  const { call } = startAccess(t, {
    ...access,
    needs: { ...access.needs, planChanges: 'self' },
  });

  const raised = await call('PATCH /api/v1/organization/billing', {
    as: tenant.owner,
    body: { plan: 'enterprise' },
  });

  assert.equal(raised.status, 200);
});

onBothStores('operators see every organization with its usage', async (t, access) => {
  const { operator, tenant } = await start(access);
  const { call } = startAccess(t, access);
  const share = { organization: tenant.id, events: 3, sentBytes: 300 };
  await recordUsage(access.needs, 'batch', [{ ...share, acceptedAt: access.clock.now() }]);

  const answer = await call('GET /api/v1/operator/organizations', { as: operator });
  const first = await call('GET /api/v1/operator/organizations?limit=1', { as: operator });
  const cursor = encodeURIComponent(String(first.body['nextCursor']));
  const next = await call(`GET /api/v1/operator/organizations?limit=1&cursor=${cursor}`, {
    as: operator,
  });

  const [newest, oldest] = answer.body.data as RunOrganization[];
  assert.deepEqual([newest?.name, oldest?.name], ['Tenant', 'Ours']);
  assert.deepEqual(newest?.owners, [tenant.owner.email]);
  assert.deepEqual([newest.usage.today.events, newest.usage.today.bytes], [3, 300]);
  assert.equal(newest.usage.quota.dailyBytes, PLANS.free.dailyBytes);
  assert.deepEqual(newest.limits, { dailyBytes: null, monthlyCredits: null });
  assert.deepEqual(
    [first, next].map(({ body }) => (body.data as RunOrganization[]).map(({ name }) => name)),
    [['Tenant'], ['Ours']],
  );
  assert.equal(next.body['nextCursor'], null);
});

onBothStores('what operators set holds at once, and is audited twice', async (t, access) => {
  const { operator, tenant } = await start(access);
  const { call } = startAccess(t, access);
  const meter = openQuotaMeter(access.needs, silentLog);
  const credits = { ...access.needs, limits: { ...LIMITS.evaluation, creditWaitMsMax: 0 } };
  assert.equal(await meter.verdict(tenant.id), 'open');

  const body = { plan: 'enterprise', limits: { dailyBytes: 100, monthlyCredits: 2 } };
  const url = `PATCH /api/v1/operator/organizations/${tenant.id}`;
  const changed = await call(url, { as: operator, body });
  meter.note(tenant.id, 100);

  assert.equal(changed.status, 200);
  assert.equal(await meter.verdict(tenant.id), 'held');
  await holdCredits(credits, tenant.id, 2 * MICRO_CREDITS);
  await assert.rejects(holdCredits(credits, tenant.id, 1), { code: 'AI_CREDITS_EXHAUSTED' });
  const billing = await call('GET /api/v1/organization/billing', { as: tenant.owner });
  const { dailyBytes, monthlyCredits } = billing.body.data as Record<string, number>;
  assert.deepEqual([dailyBytes, monthlyCredits], [100, 2]);
  const own = (await access.auditOf(tenant.id)).map(({ action, actor }) => [action, actor]);
  assert.deepEqual(
    new Map(own as [string, string][]),
    new Map([
      ['organization.limits_changed', operator.email],
      ['organization.plan_changed', operator.email],
    ]),
  );
  const entries = await call('GET /api/v1/operator/audit', { as: operator });
  const actions = (entries.body.data as { action: string }[]).map(({ action }) => action);
  assert.deepEqual(new Set(actions), new Set([...own.map(([action]) => action), 'operator.named']));

  const undone = await call(url, { as: operator, body: { limits: { dailyBytes: null } } });
  const after = undone.body.data as RunOrganization;
  assert.deepEqual(after.limits, { dailyBytes: null, monthlyCredits: 2 });
  assert.equal(await meter.verdict(tenant.id), 'open');
});

onBothStores('nobody else gets in, whatever they hold', async (t, access) => {
  const { operator, tenant } = await start(access);
  const { call } = startAccess(t, access);
  const key = await access.newKey(operator);
  const token = await access.newToken(operator);
  const body = { plan: 'enterprise' };

  for (const as of [tenant.owner, key, token]) {
    for (const endpoint of [
      'GET /api/v1/operator/organizations',
      'GET /api/v1/operator/operators',
      'GET /api/v1/operator/audit',
    ]) {
      assert.equal((await call(endpoint, { as })).status, 403, endpoint);
    }
    const url = `PATCH /api/v1/operator/organizations/${tenant.id}`;
    assert.equal((await call(url, { as, body })).status, 403);
  }
  assert.equal((await call('GET /api/v1/operator/organizations')).status, 401);
  const unknown = 'PATCH /api/v1/operator/organizations/org_none';
  assert.equal((await call(unknown, { as: operator, body })).status, 404);
  for (const wrong of [{}, { limits: {} }, { limits: { dailyBytes: -1 } }, { plan: 'gold' }]) {
    const url = `PATCH /api/v1/operator/organizations/${tenant.id}`;
    assert.equal((await call(url, { as: operator, body: wrong })).status, 400);
  }
});

onBothStores('operators name and remove operators; the last one stays', async (t, access) => {
  const { operator, tenant } = await start(access);
  const { call } = startAccess(t, access);
  const name = (email: string) =>
    call('POST /api/v1/operator/operators', { as: operator, body: { email } });
  const remove = (as: typeof operator, id: string) =>
    call(`DELETE /api/v1/operator/operators/${id}`, { as });

  assert.equal((await remove(operator, operator.id)).body.code, 'CONFLICT');
  assert.equal((await name('nobody@example.com')).status, 404);
  assert.equal((await name(tenant.owner.email.toUpperCase())).status, 201);
  const listed = await call('GET /api/v1/operator/operators', { as: tenant.owner });
  const { done, codes } = await raced(2, async (at) => {
    const [by, whom] = at === 0 ? [operator, tenant.owner] : [tenant.owner, operator];
    const answer = await remove(by, whom.id);
    if (answer.status !== 200) throw Object.assign(new Error('no'), { code: answer.body.code });
    return whom;
  });

  assert.equal((listed.body.data as unknown[]).length, 2);
  assert.equal(done.length, 1);
  assert.ok(['CONFLICT', 'FORBIDDEN'].includes(String(codes[0])));
  const [gone] = done;
  assert.ok(gone !== undefined);
  assert.equal((await call('GET /api/v1/operator/operators', { as: gone })).status, 403);
  const left = gone.id === operator.id ? tenant.owner : operator;
  const entries = await call('GET /api/v1/operator/audit', { as: left });
  const removals = (
    entries.body.data as { action: string; actor: string; resource: string }[]
  ).filter(({ action }) => action === 'operator.removed');
  assert.deepEqual(
    removals.map(({ actor, resource }) => [actor, resource]),
    [[left.email, gone.id]],
  );
});

onBothStores('a deleted organization leaves a record for the operators', async (t, access) => {
  const { operator, tenant } = await start(access);
  const { call } = startAccess(t, access);
  await access.join(tenant.id, 'viewer');

  await call('DELETE /api/v1/organization?confirm=Tenant', { as: tenant.owner });

  const entries = await call('GET /api/v1/operator/audit', { as: operator });
  const [newest] = entries.body.data as Record<string, unknown>[];
  assert.deepEqual(
    [newest?.['action'], newest?.['resource'], newest?.['actor'], newest?.['ipAddress']],
    ['organization.deleted', tenant.id, tenant.owner.email, '192.0.2.1'],
  );
  assert.ok(newest !== undefined);
  const { name, plan, members } = newest['details'] as Record<string, unknown>;
  assert.deepEqual([name, plan, members], ['Tenant', 'free', 2]);
});
