import assert from 'node:assert/strict';
import { onBothStores, raced } from '../../../../test/support/open-access.ts';
import {
  A_KPI,
  A_SERVICE,
  KPIS,
  SERVICES,
  startManaging,
} from '../../../../test/support/services/start-services.ts';
import type { Kpi } from '../../../contract/kpis.ts';
import type { Service } from '../../../contract/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLAN_NAMES, PLANS } from '../../../spec/plans.ts';
import { createKpi } from './manage-kpis.ts';
import { createService } from './manage-services.ts';

const limits = LIMITS.services;

onBothStores(
  'a service is created, changed and deleted, and its KPIs go with it',
  async (t, access) => {
    const { call, addService, addKpi } = startManaging(t, access);
    const { id: organization, owner } = await access.newOrganization();
    const viewer = await access.join(organization, 'viewer');
    const member = await access.join(organization, 'member');

    const payments = await addService(member, { name: ' payments ', owner: 'Cards team' });
    const checkout = await addService(member, {
      dependsOn: [payments.id],
      tags: ['shop'],
      tier: 1,
    });
    const kpi = await addKpi(member, payments.id);
    access.clock.advance(1_000);
    const at = `${SERVICES}/${checkout.id}`;
    const changed = await call(`PATCH ${at}`, {
      as: member,
      body: { version: 1, owner: null, tier: 2 },
    });
    const stale = await call(`PATCH ${at}`, { as: member, body: { version: 1, tier: 4 } });
    const refused = await call(`PATCH ${at}`, { as: viewer, body: { version: 2, tier: 4 } });
    const kept = await call(`DELETE ${SERVICES}/${payments.id}`, { as: member });
    const gone = await call(`DELETE ${SERVICES}/${payments.id}`, { as: owner });
    const left = await call(`GET ${at}`, { as: viewer });
    const orphan = await call(`GET ${KPIS}/${kpi.id}`, { as: owner });

    assert.deepEqual(
      [payments.name, payments.state, payments.score, payments.kpis, payments.tier],
      ['payments', 'unknown', null, 0, 3],
    );
    assert.deepEqual(changed.body.data, {
      ...checkout,
      version: 2,
      tier: 2,
      updatedAt: '2026-01-15T12:00:01.000Z',
    });
    assert.deepEqual([stale.status, stale.body['version']], [409, 2]);
    assert.deepEqual([refused.status, kept.status, gone.status], [403, 403, 200]);
    assert.deepEqual((left.body.data as Service).dependsOn, []);
    assert.equal(orphan.status, 404);
    const reported = (await access.auditOf(organization)).map(({ action }) => action);
    assert.deepEqual(reported.toSorted(), [
      'kpi.created',
      'service.created',
      'service.created',
      'service.deleted',
      'service.updated',
    ]);
  },
);

onBothStores('a KPI is created, changed, switched off and deleted', async (t, access) => {
  const { call, addService, addKpi } = startManaging(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const member = await access.join(organization, 'member');
  const service = await addService(owner);

  const kpi = await addKpi(member, service.id);
  const at = `${KPIS}/${kpi.id}`;
  const changed = await call(`PATCH ${at}`, { as: member, body: { version: 1, critical: 5 } });
  const stale = await call(`PATCH ${at}`, { as: member, body: { version: 1, critical: 6 } });
  const off = await call(`PATCH ${at}`, { as: member, body: { version: 2, isEnabled: false } });
  const list = await call(`GET ${KPIS}?serviceId=${service.id}`, { as: member });
  const kept = await call(`DELETE ${at}`, { as: member });
  const gone = await call(`DELETE ${at}`, { as: owner });

  assert.deepEqual(
    { ...kpi, id: '', serviceId: '', createdAt: '', updatedAt: '' },
    {
      ...A_KPI,
      id: '',
      serviceId: '',
      version: 1,
      isEnabled: true,
      unit: '%',
      better: 'lower',
      everySeconds: limits.everySecondsDefault,
      delaySeconds: limits.delaySecondsDefault,
      minimumEvents: limits.minimumEventsDefault,
      emptyMeans: 'no_data',
      importance: limits.importanceDefault,
      decisive: false,
      slo: null,
      state: 'not_measured',
      detail: 'Not measured yet.',
      value: null,
      good: null,
      total: null,
      since: null,
      slot: null,
      createdBy: member.email,
      createdAt: '',
      updatedAt: '',
    },
  );
  assert.equal((changed.body.data as Kpi).critical, 5);
  assert.deepEqual([stale.status, stale.body['version']], [409, 2]);
  const { isEnabled, detail } = off.body.data as Kpi;
  assert.deepEqual([isEnabled, detail], [false, 'Disabled.']);
  assert.deepEqual(
    (list.body.data as Kpi[]).map(({ id }) => id),
    [kpi.id],
  );
  assert.deepEqual([kept.status, gone.status], [403, 200]);
  const reported = (await access.auditOf(organization)).filter(
    ({ resource }) => resource === kpi.id,
  );
  assert.deepEqual(reported.map(({ action, actor }) => `${action} ${actor}`).toSorted(), [
    `kpi.created ${member.email}`,
    `kpi.deleted ${owner.email}`,
    `kpi.updated ${member.email}`,
    `kpi.updated ${member.email}`,
  ]);
});

onBothStores('of many requests for the last place of a plan one gets it', async (t, access) => {
  const { needs, addService } = startManaging(t, access);
  const { owner } = await access.newOrganization('free');
  const services = PLANS.free.resources.services ?? 0;
  const kpis = PLANS.free.resources.kpis ?? 0;
  const kept = await addService(owner, { name: 'kept' });

  const many = await raced(services + 2, (at) =>
    createService(needs, owner.actor, { ...A_SERVICE, name: `service ${at}` }),
  );
  const figures = await raced(kpis + 3, (at) =>
    createKpi(needs, owner.actor, {
      ...A_KPI,
      serviceId: kept.id,
      name: `kpi ${at}`,
      isEnabled: at % 2 === 0,
    }),
  );

  assert.equal(many.done.length, services - 1);
  assert.deepEqual(new Set(many.codes), new Set(['PLAN_LIMIT_REACHED']));
  assert.equal(figures.done.length, kpis);
  assert.deepEqual(
    figures.codes,
    Array.from({ length: 3 }, () => 'PLAN_LIMIT_REACHED'),
  );
  assert.deepEqual(
    PLAN_NAMES.map((plan) => [PLANS[plan].resources.services, PLANS[plan].resources.kpis]),
    [
      [3, 15],
      [25, 150],
      [200, 1_500],
      [null, null],
    ],
  );
});

onBothStores('a service has so many KPIs and no more', async (t, access) => {
  const { call, addService, addKpi } = startManaging(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const service = await addService(owner);
  const other = await addService(owner, { name: 'other' });
  for (let at = 0; at < limits.kpisPerServiceMax; at++) {
    await addKpi(owner, service.id, { name: `kpi ${at}` });
  }

  const body = { ...A_KPI, serviceId: service.id };
  const more = await call(`POST ${KPIS}`, { as: owner, body });

  assert.deepEqual(
    [more.status, more.body.code, more.body['limit']],
    [403, 'PLAN_LIMIT_REACHED', limits.kpisPerServiceMax],
  );
  await addKpi(owner, other.id);
});

onBothStores('what another organization has is not there', async (t, access) => {
  const { call, addService, addKpi } = startManaging(t, access);
  const { owner } = await access.newOrganization();
  const { owner: other } = await access.newOrganization();
  const service = await addService(owner);
  const kpi = await addKpi(owner, service.id);
  const calls: [string, object?][] = [
    [`GET ${SERVICES}/${service.id}`],
    [`PATCH ${SERVICES}/${service.id}`, { version: 1, tier: 1 }],
    [`DELETE ${SERVICES}/${service.id}`],
    [`GET ${KPIS}/${kpi.id}`],
    [`PATCH ${KPIS}/${kpi.id}`, { version: 1, critical: 5 }],
    [`DELETE ${KPIS}/${kpi.id}`],
    [`POST ${KPIS}`, { ...A_KPI, serviceId: service.id }],
  ];

  for (const [route, body] of calls) {
    const answer = await call(route, { as: other, ...(body === undefined ? {} : { body }) });
    assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND'], route);
  }
  const lists = await call(`GET ${KPIS}?serviceId=${service.id}`, { as: other });
  const body = { ...A_SERVICE, dependsOn: [service.id] };
  const depending = await call(`POST ${SERVICES}`, { as: other, body });
  assert.deepEqual(lists.body.data, []);
  assert.deepEqual([depending.status, depending.body.code], [400, 'VALIDATION_ERROR']);
  // The same name is free.
  await addService(other);
});

onBothStores(
  'names are taken once, circles are allowed, and nothing depends on itself',
  async (t, access) => {
    const { call, addService, addKpi } = startManaging(t, access);
    const { owner } = await access.newOrganization();
    const a = await addService(owner, { name: 'a' });
    const b = await addService(owner, { name: 'b', dependsOn: [a.id] });
    await addKpi(owner, a.id);

    const again = await call(`POST ${SERVICES}`, { as: owner, body: { ...A_SERVICE, name: 'a' } });
    const kpiAgain = await call(`POST ${KPIS}`, { as: owner, body: { ...A_KPI, serviceId: a.id } });
    const itself = { version: 1, dependsOn: [a.id] };
    const self = await call(`PATCH ${SERVICES}/${a.id}`, { as: owner, body: itself });
    const circle = { version: 1, dependsOn: [b.id] };
    const round = await call(`PATCH ${SERVICES}/${a.id}`, { as: owner, body: circle });

    assert.deepEqual([again.status, kpiAgain.status], [409, 409]);
    assert.deepEqual([self.status, self.body.code], [400, 'VALIDATION_ERROR']);
    assert.deepEqual((round.body.data as Service).dependsOn, [b.id]);
    // The same name in another service is free.
    await addKpi(owner, b.id);
  },
);
