/** From logs to services with KPIs. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KpiPreviewAnswer } from '../../../contract/kpi-views.ts';
import type { Kpi } from '../../../contract/kpis.ts';
import type { KpiTemplate, ServiceSuggestion } from '../../../contract/service-suggestions.ts';
import type { Service } from '../../../contract/services.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { KPIS, SERVICES, startServices } from '../../../../test/support/services/start-services.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const services = await startServices(t, store);
  const { id: organization, owner } = await services.access.newOrganization('enterprise');
  services.access.clock.advance(MINUTE_MS);
  const send = (count: number, bad: number, agoMs: number, fields: Record<string, string>) =>
    services.write(
      organization,
      Array.from({ length: count }, (_, at) => ({
        agoMs,
        level: at < bad ? 'error' : 'info',
        fields,
      })),
    );
  return { ...services, organization, owner, send };
}

interface Suggestions {
  readonly suggestions: ServiceSuggestion[];
  readonly isCut: boolean;
}

test('what events name and no service covers is suggested, and becomes services with KPIs and a past', async (t) => {
  const { addService, read, send, call, measure, health, owner } = await start(t);
  for (let hour = 0; hour < 20; hour++) {
    await send(40, 1, hour * HOUR_MS + 10 * MINUTE_MS, { service: 'checkout', duration_ms: '120' });
  }
  await send(30, 0, 10 * MINUTE_MS, { 'service.name': 'search' });
  await send(5, 0, 10 * MINUTE_MS, { service: 'known' });
  await addService(owner, { name: 'Something', selector: 'service=known' });

  const { suggestions, isCut } = await read<Suggestions>(owner, `${SERVICES}/suggestions`);
  const body = { services: suggestions.map(({ field, value }) => ({ field, value })) };
  const made = await call(`POST ${SERVICES}/from-suggestions`, { as: owner, body });
  await measure();

  assert.equal(isCut, false);
  assert.deepEqual(
    suggestions.map(({ field, value, events, hours, errorShare, templates }) => [
      field,
      value,
      events,
      hours,
      errorShare,
      templates,
    ]),
    [
      ['service', 'checkout', 800, 24, 2.5, ['errors', 'throughput', 'latency', 'freshness']],
      ['service.name', 'search', 30, 1, 0, ['errors', 'throughput', 'freshness']],
    ],
  );
  assert.equal(made.status, 201, made.text);
  const { services } = made.body.data as { services: Service[] };
  assert.deepEqual(
    services.map(({ name, kpis }) => [name, kpis]),
    [
      ['checkout', 4],
      ['search', 3],
    ],
  );
  const [checkout] = services;
  const kpis = await read<Kpi[]>(owner, `${KPIS}?serviceId=${checkout?.id}`);
  const errors = kpis.find(({ name }) => name === 'Error rate');
  assert.deepEqual([errors?.warning, errors?.critical], [3.8, 7.5]);
  const { history } = await health(owner, checkout?.id ?? '');
  assert.ok(history.filter(({ state }) => state !== 'unknown').length >= 20);
  assert.deepEqual((await read<Suggestions>(owner, `${SERVICES}/suggestions`)).suggestions, []);
});

test('all of the picked ones are made or none, within the bounds', async (t) => {
  const { call, read, send, access, organization, owner } = await start(t);
  await send(30, 0, MINUTE_MS, { service: 'a' });
  const { suggestionsCreatedMax } = LIMITS.services;
  const pick = (value: string, more: object = {}) => ({ field: 'service', value, ...more });
  const create = (services: object[]) =>
    call(`POST ${SERVICES}/from-suggestions`, { as: owner, body: { services } });

  const twice = await create([pick('a'), pick('b', { name: 'a' })]);
  const unfitting = await create([pick('a', { templates: ['latency'] })]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => pick(`many ${at}`));
  const tooMany = await create(many(suggestionsCreatedMax + 1));
  const none = await read<Service[]>(owner, SERVICES);
  const most = await create(many(suggestionsCreatedMax));
  await access.metadata.db
    .updateTable('organizations')
    .set({ plan: 'free' })
    .where('id', '=', organization)
    .execute();
  const full = await create([pick('a')]);

  assert.deepEqual([twice.status, unfitting.status, tooMany.status], [409, 409, 400]);
  assert.deepEqual(none, []);
  assert.equal(most.status, 201, most.text);
  assert.deepEqual([full.status, full.body.code], [403, 'PLAN_LIMIT_REACHED']);
});

test('so many are suggested and no more', async (t) => {
  const { read, write, organization, owner } = await start(t);
  const { suggestionsMax } = LIMITS.services;
  const events = Array.from({ length: suggestionsMax + 1 }, (_, at) => ({
    agoMs: MINUTE_MS,
    fields: { service: `s${at}` },
  }));
  await write(organization, events.slice(1));

  const all = await read<Suggestions>(owner, `${SERVICES}/suggestions`);
  await write(organization, events.slice(0, 1));
  const cut = await read<Suggestions>(owner, `${SERVICES}/suggestions`);

  assert.deepEqual([all.suggestions.length, all.isCut], [suggestionsMax, false]);
  assert.deepEqual([cut.suggestions.length, cut.isCut], [suggestionsMax, true]);
});

test('a service is offered the KPIs that it lacks, and a preview shows what one would be', async (t) => {
  const { addService, addKpi, read, call, send, owner } = await start(t);
  const service = await addService(owner);
  for (let at = 0; at < 24; at++) {
    await send(40, 2, at * 5 * MINUTE_MS, { service: 'checkout', cpu_percent: '40' });
  }
  await addKpi(owner, service.id);

  const { templates } = await read<{ templates: KpiTemplate[] }>(
    owner,
    `${SERVICES}/${service.id}/templates`,
  );
  const measure = { kind: 'ratio', bad: 'level=error' };
  const preview = await call(`POST ${KPIS}/preview`, {
    as: owner,
    body: { serviceId: service.id, measure, warning: 1, hours: 1 },
  });
  const whole = await call(`POST ${KPIS}/preview`, {
    as: owner,
    body: { selector: 'service=checkout', measure },
  });
  const neither = await call(`POST ${KPIS}/preview`, { as: owner, body: { measure } });

  assert.deepEqual(
    templates.map(({ template, draft }) => [template, draft.warning, draft.critical]),
    [
      ['throughput', null, null],
      ['saturation', 60, 120],
      ['freshness', null, null],
    ],
  );
  const { slots, suggested, isWhole } = preview.body.data as KpiPreviewAnswer;
  assert.deepEqual([slots.length, isWhole, suggested], [12, true, { warning: 7.5, critical: 15 }]);
  assert.ok(slots.every(({ state, value }) => state === 'warning' && value === 5));
  const hours = LIMITS.services.previewHoursDefault;
  assert.equal((whole.body.data as KpiPreviewAnswer).slots.length, hours * 12);
  assert.equal(neither.status, 400);
});
