/** What is suggested of events, with rows of the test in place of a store. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { answeringStore, type Cells } from '../../../../test/support/answering-store.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { PLANS } from '../../../spec/plans.ts';
import { createKpi } from '../managing/manage-kpis.ts';
import { createService } from '../managing/manage-services.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { createSuggested, suggestKpis, suggestServices } from './suggest-services.ts';

const NOW = Date.UTC(2026, 0, 15, 12, 0, 30);
const { signal } = new AbortController();

/** `answer` is told how many statements there were with this one. */
async function start(t: TestContext, answer: (count: number) => readonly Cells[]) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  clock.advance(NOW - clock.now());
  const { owner } = await access.newOrganization('enterprise');
  const { actor } = owner;
  const { search, asked } = answeringStore({ now: NOW }, (_, count) => answer(count));
  const needs = { metadata, clock, search, plans: PLANS } as unknown as ServiceNeeds;
  const managing = { metadata, clock, plans: PLANS };
  return {
    asked,
    add: (name: string, selector: string) => createService(managing, actor, { name, selector }),
    addKpi: (serviceId: string, name: string) => {
      const measure = { kind: 'ratio', bad: 'level=error' } as const;
      return createKpi(managing, actor, { serviceId, name, measure, warning: 1 });
    },
    suggest: () => suggestServices(needs, actor, signal),
    kpis: (id: string) => suggestKpis(needs, actor, id, signal),
    create: (services: Parameters<typeof createSuggested>[2]['services']) =>
      createSuggested(needs, actor, { services }, signal),
    kpisMade: () => metadata.db.selectFrom('kpis').select('name').orderBy('name').execute(),
    services: () => metadata.db.selectFrom('services').select(['name', 'selector']).execute(),
  };
}

test('what events name and no service covers is suggested, the most events first', async (t) => {
  const rows: readonly (readonly Cells[])[] = [
    [
      ['pay', 'info', 600],
      ['pay', 'error', 29],
      ['known', 'info', 9_000],
      ['NAMED', 'info', 8_000],
      ['listed', 'info', 7_000],
      ['', 'info', 5_000],
      [' ', 'info', 5_000],
      ['x'.repeat(101), 'info', 5_000],
      ['y'.repeat(100), 'info', 1],
      ['wild-1', 'info', 40],
      ['other-field', 'info', 30],
    ],
    [['pay', 629, 29]],
    [
      ['search "x"\\', 'info', 700],
      ['Pay', 'info', 10_000],
    ],
    [],
  ];
  const { suggest, add, asked } = await start(t, (count) => rows[count - 1] ?? []);
  await add('Something', 'service=known OR service=wild-*');
  await add('named', 'level=error');
  await add('Lists', 'service IN (listed, more) host=other-field');

  const { suggestions, isCut } = await suggest();

  assert.equal(isCut, false);
  assert.deepEqual(
    suggestions.map(({ field, value, selector, events, hours, errorShare, templates }) => [
      field,
      value.slice(0, 12),
      selector.slice(0, 40),
      events,
      hours,
      errorShare,
      templates,
    ]),
    [
      ['service.name', 'search "x"\\', 'service.name="search \\"x\\"\\\\"', 700, 1, 0, []],
      ['service', 'pay', 'service="pay"', 629, 24, 4.6, ['errors', 'throughput', 'freshness']],
      ['service', 'wild-1', 'service="wild-1"', 40, 24, 0, []],
      ['service', 'other-field', 'service="other-field"', 30, 24, 0, []],
      ['service', 'y'.repeat(12), `service="${'y'.repeat(31)}`, 1, 24, 0, []],
    ],
  );
  const times = (values: readonly string[] = []) =>
    values.filter((value) => value.startsWith('2026-'));
  assert.deepEqual(times(asked[0]?.values), ['2026-01-14 12:01:00.000', '2026-01-15 12:01:00.000']);
  assert.deepEqual(times(asked[2]?.values), ['2026-01-15 11:01:00.000', '2026-01-15 12:01:00.000']);
});

test('a hundred suggestions are shown, and it is said that there are more', async (t) => {
  const named = (count: number): Cells[] =>
    Array.from({ length: count }, (_, at) => [`name-${at}`, 'info', 1_000 - at]);
  let count = 100;
  const { suggest } = await start(t, (asked) => (asked % 4 === 1 ? named(count) : []));

  const whole = await suggest();
  assert.deepEqual([whole.suggestions.length, whole.isCut], [100, false]);
  count = 101;
  const cut = await suggest();
  assert.deepEqual([cut.suggestions.length, cut.isCut], [100, true]);
  assert.equal(cut.suggestions.at(-1)?.name, 'name-99');
});

test('KPIs that a service has are not suggested once more, whatever the case of their names', async (t) => {
  const { add, addKpi, kpis } = await start(t, (count) => (count === 1 ? [[1_000, 25]] : []));
  const { id } = await add('pay', 'service=pay');
  await addKpi(id, 'ERROR rate');

  const { templates } = await kpis(id);

  assert.deepEqual(
    templates.map(({ template, draft }) => [template, draft.name]),
    [
      ['throughput', 'Throughput'],
      ['freshness', 'Freshness'],
    ],
  );
});

test('nothing is suggested for a service without events', async (t) => {
  const { add, kpis, asked } = await start(t, () => []);
  const { id } = await add('pay', 'service=pay');

  assert.deepEqual(await kpis(id), { templates: [] });
  assert.equal(asked.length, 1);
  await assert.rejects(kpis('svc_other'), { code: 'NOT_FOUND' });
});

test('services are made with the KPIs that were picked, under a name of their own', async (t) => {
  const { create, services, kpisMade } = await start(t, (count) =>
    count % 2 === 1 ? [[1_000, 25]] : [],
  );

  const made = await create([
    { field: 'service', value: 'pay', templates: ['errors'] },
    { field: 'service.name', value: 'search', name: 'Search' },
  ]);

  assert.deepEqual(
    made.services.map(({ name, selector }) => [name, selector]),
    [
      ['pay', 'service="pay"'],
      ['Search', 'service.name="search"'],
    ],
  );
  assert.equal((await services()).length, 2);
  assert.deepEqual(
    (await kpisMade()).map(({ name }) => name),
    ['Error rate', 'Error rate', 'Freshness', 'Throughput'],
  );
});

test('a template that nothing fits any more is a conflict, and nothing is made', async (t) => {
  const { create, services } = await start(t, (count) => (count % 2 === 1 ? [[1_000, 25]] : []));

  await assert.rejects(
    create([
      { field: 'service', value: 'pay' },
      { field: 'service', value: 'search', templates: ['errors', 'duration'] as never },
    ]),
    { code: 'CONFLICT', message: 'No data for “duration” in the events of search.' },
  );
  assert.deepEqual(await services(), []);
});
