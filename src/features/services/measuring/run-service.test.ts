/** Runs of services with answers of the test in place of a store. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { silentLog } from '../../../base/log.ts';
import type { LogRecord } from '../../../base/record.ts';
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { PLANS } from '../../../spec/plans.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { putGap } from '../../../../test/support/put-gap.ts';
import type { KpiIndexAsk } from '../health/ask-kpi-index.ts';
import { changeKpi, createKpi } from '../managing/manage-kpis.ts';
import { createService } from '../managing/manage-services.ts';
import { StoreUnavailable } from '../../../flow/search/index.ts';
import type { Answer, Question } from './ask-slots.ts';
import type { SlotFacts } from './judge-slot.ts';
import type { MeasureNeeds } from './measure-needs.ts';
import { measureServices } from './run-service.ts';
import type { Shared } from './share-slots.ts';
import { hasRowsToShip, shipRows } from './ship-rows.ts';

interface Answers {
  slots: (question: Question) => Map<string, Answer> | Promise<Map<string, Answer>>;
  frontier: () => Promise<number>;
  shared: Shared | undefined;
  index: () => readonly Record<string, unknown>[];
  append: () => Promise<void>;
}

const FACTS: SlotFacts = { value: 5, good: 95, total: 100 };

function everySlot({ kpis, slots }: Question, facts: SlotFacts = FACTS): Map<string, Answer> {
  return new Map(
    kpis.map(({ id }) => [
      id,
      { kind: 'slots', slots: new Map(slots.map((from) => [from, facts])) },
    ]),
  );
}

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const actor: Actor = owner.actor;
  const managing = { metadata, clock, plans: PLANS };
  const answers: Answers = {
    slots: (question) => everySlot(question),
    frontier: async () => clock.now(),
    shared: undefined,
    index: () => [],
    append: async () => {},
  };
  const asked: Question[] = [];
  const searched: KpiIndexAsk[] = [];
  const appended: LogRecord[] = [];
  const metered: number[] = [];
  const needs: MeasureNeeds = {
    metadata,
    clock,
    log: silentLog,
    meters: { measured: (plans) => void metered.push(plans.length) },
    askSlots: async (_, question) => {
      asked.push(question);
      return answers.slots(question);
    },
    sharing: { share: async () => answers.shared },
    askIndex: async (_, ask) => {
      searched.push(ask);
      return answers.index();
    },
    store: { frontier: () => answers.frontier() },
    append: async (_, records) => {
      await answers.append();
      appended.push(...records);
    },
  };
  const service = await createService(managing, actor, {
    name: 'checkout',
    selector: 'service=checkout',
    tags: ['shop'],
  });
  const addKpi = (name: string, draft: Partial<KpiDraft> = {}) =>
    createKpi(managing, actor, {
      serviceId: service.id,
      name,
      measure: { kind: 'ratio', bad: 'level=error' },
      warning: 1,
      everySeconds: 3_600,
      delaySeconds: 0,
      ...draft,
    });
  const { signal } = new AbortController();
  const measure = () => runDue({ metadata, clock, log: silentLog }, measureServices(needs), signal);
  const one = async () =>
    (await metadata.db.selectFrom('service_runs').selectAll().executeTakeFirst()) ?? assert.fail();
  const states = async () =>
    metadata.db.selectFrom('kpi_states').selectAll().orderBy('kpi_id').execute();
  /** When it is due, in seconds from now. */
  const dueIn = async (): Promise<number | null> => {
    const { due_at } = await one();
    return due_at === null ? null : (due_at - clock.now()) / SECOND_MS;
  };
  /** Goes to the next whole hour. */
  const toHour = () => clock.advance(HOUR_MS - (clock.now() % HOUR_MS));
  return {
    access,
    organization,
    managing,
    actor,
    answers,
    asked,
    searched,
    appended,
    metered,
    needs,
    service,
    addKpi,
    measure,
    one,
    states,
    dueIn,
    toHour,
    clock,
    signal,
    ship: () => shipRows(needs, signal),
  };
}

test('the past of a new KPI is measured first, from its first slot with events on', async (t) => {
  const { answers, addKpi, measure, asked, appended, states, dueIn, toHour, clock } =
    await start(t);
  toHour();
  const begun = clock.now();
  await addKpi('Errors');
  answers.slots = (question) => {
    const last = question.slots.slice(-3);
    const empty: SlotFacts = { value: null, good: 0, total: 0 };
    const slots = new Map(
      question.slots.map((from) => [from, last.includes(from) ? FACTS : empty]),
    );
    return new Map(question.kpis.map(({ id }) => [id, { kind: 'slots', slots }]));
  };
  await measure();

  const [past] = asked;
  assert.deepEqual(
    [past?.slots.length, (past?.slots[0] ?? 0) - begun, (past?.slots.at(-1) ?? 0) - begun],
    [168, -604800000, -3600000],
  );
  assert.equal(appended.length, 3);
  const [state] = await states();
  assert.deepEqual(
    [
      state?.is_backfilled,
      state?.state,
      (state?.measured_to ?? 0) - begun,
      (state?.first_slot ?? 0) - begun,
    ],
    [1, 'warning', 0, -10800000],
  );
  assert.deepEqual([asked.length, await dueIn()], [1, 900]);
});

test('a slot is measured when it is over, and rows wait for the queue', async (t) => {
  const {
    addKpi,
    measure,
    asked,
    appended,
    states,
    one,
    toHour,
    clock,
    metered,
    ship,
    needs,
    answers,
    dueIn,
  } = await start(t);
  toHour();
  await addKpi('Errors');
  await measure();
  const before = asked.length;
  const sent = appended.length;
  answers.slots = (question) => everySlot(question, { value: 0, good: 100, total: 100 });
  clock.advance(HOUR_MS);
  await measure();

  assert.deepEqual(
    asked.slice(before).map(({ slots, kpis }) => [slots.length, kpis.length]),
    [[2, 1]],
  );
  assert.deepEqual(metered.at(-1), 1);
  const [state] = await states();
  assert.deepEqual(
    [state?.state, state?.value, state?.measured_to === clock.now()],
    ['ok', 0, true],
  );
  const run = await one();
  assert.deepEqual([run.state, run.score, run.state_since === null], ['healthy', 100, false]);
  assert.equal(await dueIn(), 900);
  assert.equal(await hasRowsToShip(needs), true);
  await ship();
  assert.equal(await hasRowsToShip(needs), false);
  assert.deepEqual(
    appended
      .slice(sent)
      .map(({ body }) => body)
      .toSorted(),
    [
      'checkout: Errors 0%, ok',
      'checkout: Errors 0%, ok',
      'checkout: degraded, Errors 5%, threshold 1%',
      'checkout: healthy',
    ],
  );
});

test('rows wait while the queue takes none, and are sent when it does', async (t) => {
  const { addKpi, measure, answers, appended, ship, needs, clock, toHour } = await start(t);
  toHour();
  await addKpi('Errors');
  await measure();
  clock.advance(HOUR_MS);
  await measure();
  const sent = appended.length;
  answers.append = async () => {
    throw new Error('full');
  };
  await ship();
  assert.deepEqual([appended.length, await hasRowsToShip(needs)], [sent, true]);
  answers.append = async () => {};
  await ship();
  assert.ok(appended.length > sent);
  assert.equal(await hasRowsToShip(needs), false);
});

test('what was asked together with others is not asked again', async (t) => {
  const { addKpi, measure, asked, answers, clock, toHour, states } = await start(t);
  toHour();
  const first = await addKpi('Errors');
  await addKpi('Other');
  await measure();
  clock.advance(HOUR_MS);
  const from = clock.now() - HOUR_MS;
  answers.shared = {
    answers: new Map([
      [first.id, { kind: 'slots', slots: new Map([[from, { value: 0, good: 7, total: 7 }]]) }],
    ]),
    horizon: clock.now(),
  };
  const before = asked.length;
  await measure();

  assert.deepEqual(
    asked.slice(before).map(({ kpis }) => kpis.length),
    [1],
  );
  assert.equal((await states()).find(({ kpi_id }) => kpi_id === first.id)?.total, 7);
});

test('while the store is away nothing is measured, and after a while that is told', async (t) => {
  const { addKpi, measure, answers, clock, toHour, states, dueIn, one } = await start(t);
  toHour();
  await addKpi('Errors');
  await measure();
  answers.slots = () => {
    throw new StoreUnavailable('gone');
  };
  clock.advance(HOUR_MS);
  await measure();
  const soon = await states();
  const retried = await dueIn();
  clock.advance(2 * MINUTE_MS);
  await measure();
  const [late] = await states();

  assert.deepEqual([soon[0]?.state, retried], ['warning', 10]);
  assert.deepEqual(
    [late?.state, late?.detail, (await one()).state],
    ['not_measured', 'The log store is unavailable.', 'unknown'],
  );
  answers.frontier = () => Promise.reject(new Error('gone'));
  clock.advance(HOUR_MS);
  await measure();
  assert.deepEqual((await states())[0]?.detail, 'The log store is unavailable.');
});

test('what waits to be stored is waited for, and told in words', async (t) => {
  const { access, organization, addKpi, measure, clock, toHour, states, dueIn, asked } =
    await start(t);
  toHour();
  await addKpi('Errors');
  await measure();
  const before = asked.length;
  await putGap(access.metadata, {
    id: 'gap_a',
    node: 'n1',
    organization,
    kind: 'lag',
    from: clock.now() - HOUR_MS / 2,
    to: null,
  });
  clock.advance(HOUR_MS);
  await measure();
  const first = await dueIn();
  clock.advance(3 * MINUTE_MS);
  await measure();

  assert.deepEqual([first, await dueIn(), asked.length - before], [10, 10, 0]);
  assert.deepEqual(
    (await states()).map(({ state, detail }) => [state, detail]),
    [['not_measured', 'Ingest lag: events are queued and not searchable yet.']],
  );
});

test('what was changed meanwhile is not noted', async (t) => {
  const { addKpi, measure, answers, managing, actor, clock, toHour, states } = await start(t);
  toHour();
  const kpi = await addKpi('Errors');
  await measure();
  clock.advance(HOUR_MS);
  const reached = (await states())[0]?.measured_to;
  answers.slots = async (question) => {
    await changeKpi(managing, actor, kpi.id, { version: kpi.version, warning: 3 });
    return everySlot(question, { value: 0, good: 50, total: 50 });
  };
  await measure();

  const [state] = await states();
  assert.deepEqual([state?.total, (state?.measured_to ?? 0) - (reached ?? 0)], [100, 0]);
});

test('days that are over are summed once', async (t) => {
  const { addKpi, measure, answers, searched, clock, one, ship, appended, service } =
    await start(t);
  const day = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  clock.advance(day + DAY_MS + 3 * HOUR_MS - clock.now());
  const kpi = await addKpi('Errors');
  await measure();
  clock.advance(15 * MINUTE_MS);
  const summed = day - DAY_MS;
  answers.index = () => [
    {
      kpi_id: kpi.id,
      day: summed / 1_000,
      ok: 5,
      warning: 3,
      critical: 2,
      good: 90,
      total: 100,
      average: 1.5,
    },
    { kpi_id: kpi.id, day: summed / 1_000 - 86_400, average: null },
    { kpi_id: 'kpi_gone', day: summed / 1_000 },
  ];
  await measure();
  await ship();
  const [ask] = searched;
  const days = appended.filter(({ body }) => body.includes('sums of'));

  assert.deepEqual(
    [
      searched.length,
      ask && (ask.from - day) / DAY_MS,
      ask && (ask.to - day) / DAY_MS,
      ask?.rowsMax,
    ],
    [1, -6, 0, 10000],
  );
  assert.ok(ask?.query.includes(`service_id="${service.id}"`));
  assert.equal(((await one()).summed_day ?? 0) - day, -86400000);
  assert.deepEqual(
    days.map(({ attributes }) =>
      Object.fromEntries(
        [...attributes].filter(
          ([name]) => !['kpi_id', 'service_id', 'day', 'revision'].includes(name),
        ),
      ),
    ),
    [
      {
        kind: 'day',
        kpi: 'Errors',
        service: 'checkout',
        every: '3600',
        good: '90',
        total: '100',
        good_slots: '5',
        bad_slots: '5',
        average: '1.5',
        ok: '5',
        warning: '3',
        critical: '2',
        no_data: '0',
        too_few: '0',
        not_measured: '0',
      },
      {
        kind: 'day',
        kpi: 'Errors',
        service: 'checkout',
        every: '3600',
        good: '0',
        total: '0',
        good_slots: '0',
        bad_slots: '0',
        ok: '0',
        warning: '0',
        critical: '0',
        no_data: '0',
        too_few: '0',
        not_measured: '0',
      },
    ],
  );
  clock.advance(HOUR_MS);
  await measure();
  assert.equal(searched.length, 1);
});
