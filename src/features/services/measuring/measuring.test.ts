/** Slots are measured when they are over, once, and again when events came late. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Kpi } from '../../../contract/kpis.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startMeasuring } from '../../../../test/support/services/start-measuring.ts';

const store = await openTestStore();
const start = (t: TestContext) => startMeasuring(t, store);

const SLOT_MS = LIMITS.services.everySecondsDefault * SECOND_MS;

test('a slot is measured once it is over and its delay has passed', async (t) => {
  const { addService, addKpi, measure, kpi, slots, send, owner, clock } = await start(t);
  const service = await addService(owner);
  const made = await addKpi(owner, service.id);
  await measure();
  await send(50, 2, -MINUTE_MS);

  clock.advance(SLOT_MS);
  await measure();
  const early = await kpi(owner, made.id);
  clock.advance(LIMITS.services.delaySecondsDefault * SECOND_MS);
  await measure();
  await measure();
  const after = await kpi(owner, made.id);

  // The slot before the KPI was made had still been open to late events.
  assert.deepEqual([early.state, early.slot], ['no_data', '2026-01-15T11:55:00.000Z']);
  assert.deepEqual(
    [after.state, after.value, after.good, after.total, after.slot],
    ['critical', 4, 48, 50, '2026-01-15T12:00:00.000Z'],
  );
  const begun = Date.UTC(2026, 0, 15, 12) / 1_000;
  assert.deepEqual((await slots(made)).slice(1), [
    { slot: begun, revision: 1, state: 'critical', value: 4, good: 48, total: 50 },
  ]);
});

test('how late slots were measured is told, those that were caught up included', async (t) => {
  const { addService, addKpi, measure, lags, send, owner, clock } = await start(t);
  const service = await addService(owner);
  await addKpi(owner, service.id);
  await measure();
  lags.length = 0;
  await send(50, 2, -MINUTE_MS);

  clock.advance(SLOT_MS + LIMITS.services.delaySecondsDefault * SECOND_MS + 7 * SECOND_MS);
  await measure();
  await measure();
  const inTime = [...lags];
  lags.length = 0;
  clock.advance(2 * SLOT_MS);
  await measure();

  assert.deepEqual(inTime.slice(-1), [7]);
  assert.deepEqual(lags, [SLOT_MS / SECOND_MS + 7, 7]);
});

test('silence is no data, few events are too few, and only where people say so it is zero', async (t) => {
  const { addService, addKpi, measure, kpi, send, owner, clock } = await start(t);
  const service = await addService(owner);
  const silent = await addKpi(owner, service.id, { name: 'a' });
  const few = await addKpi(owner, service.id, { name: 'b' });
  const zero = await addKpi(owner, service.id, { name: 'c', emptyMeans: 'zero', minimumEvents: 0 });
  await measure();

  clock.advance(SLOT_MS + MINUTE_MS);
  await measure();
  const empty = [await kpi(owner, silent.id), await kpi(owner, zero.id)];
  await send(LIMITS.services.minimumEventsDefault - 1, 5, 30 * SECOND_MS);
  clock.advance(SLOT_MS);
  await measure();
  const low = [await kpi(owner, few.id), await kpi(owner, zero.id)];
  await send(LIMITS.services.minimumEventsDefault, 5, 30 * SECOND_MS);
  clock.advance(SLOT_MS);
  await measure();

  assert.deepEqual(
    empty.map(({ state, value }) => [state, value]),
    [
      ['no_data', null],
      ['ok', 0],
    ],
  );
  assert.deepEqual(
    low.map(({ state }) => state),
    ['too_few', 'critical'],
  );
  assert.equal((await kpi(owner, few.id)).state, 'critical');
});

test('all KPIs of a service with slots of one length are one statement', async (t) => {
  const { addService, addKpi, measure, kpi, send, owner, clock, asked } = await start(t);
  const service = await addService(owner);
  const measures = [
    { kind: 'ratio', bad: 'level=error' },
    { kind: 'aggregate', function: 'count' },
    { kind: 'aggregate', function: 'rate' },
    { kind: 'aggregate', function: 'age' },
    { kind: 'aggregate', function: 'p95', field: 'duration_ms' },
    { kind: 'aggregate', function: 'max', field: 'duration_ms', where: 'level=info' },
    { kind: 'aggregate', function: 'min', field: 'duration_ms' },
    { kind: 'aggregate', function: 'sum', field: 'duration_ms' },
    { kind: 'aggregate', function: 'avg', field: 'duration_ms', where: 'level=error' },
    { kind: 'aggregate', function: 'dc', field: 'level' },
  ];
  const kpis: Kpi[] = [];
  for (const [at, measure_] of measures.entries()) {
    const body = { name: `k${at}`, measure: measure_, minimumEvents: 0 };
    kpis.push(await addKpi(owner, service.id, { ...body, warning: null, critical: null }));
  }
  await measure();
  await send(30, 3, -MINUTE_MS);
  clock.advance(SLOT_MS + MINUTE_MS);
  const before = asked();

  await measure();
  const statements = asked() - before;

  assert.equal(statements, 1);
  const values: (number | null)[] = [];
  for (const { id } of kpis) values.push((await kpi(owner, id)).value);
  const [p95 = null] = values.splice(4, 1);
  assert.deepEqual(values, [10, 30, 0.1, 240, 300, 10, 4_650, 20, 2]);
  assert.ok(p95 !== null && p95 >= 280 && p95 <= 300, String(p95));
});

test('events that come late correct the slot, as a second revision', async (t) => {
  const { addService, addKpi, measure, kpi, send, slots, owner, clock, health } = await start(t);
  const service = await addService(owner);
  const made = await addKpi(owner, service.id);
  await measure();
  await send(100, 0, -MINUTE_MS);
  clock.advance(SLOT_MS + MINUTE_MS);
  await measure();
  assert.equal((await kpi(owner, made.id)).state, 'ok');

  await send(100, 50, SLOT_MS);
  clock.advance(LIMITS.services.revisedAfterMs - 1);
  await measure();
  const unchanged = (await slots(made)).length;
  clock.advance(1);
  await measure();
  await measure();

  const first = (await slots(made)).slice(1, 3);
  assert.equal(unchanged, 4);
  assert.deepEqual(
    first.map(({ revision, state, good, total }) => [revision, state, good, total]),
    [
      [1, 'ok', 100, 100],
      [2, 'critical', 150, 200],
    ],
  );
  const { history } = await health(owner, service.id);
  assert.deepEqual(
    history.filter(({ state }) => state !== 'unknown').map(({ state }) => state),
    ['critical'],
  );
});

test('what was missed longer ago than a day stays unmeasured', async (t) => {
  const { addService, addKpi, measure, send, slots, owner, clock } = await start(t);
  const service = await addService(owner);
  const made = await addKpi(owner, service.id, { everySeconds: 3_600 });
  await send(50, 0, 0);
  await measure();
  const before = (await slots(made)).length;

  clock.advance(2 * DAY_MS);
  await send(50, 0, MINUTE_MS);
  await measure();

  const found = await slots(made);
  assert.equal(found.length - before, LIMITS.services.catchUpMs / HOUR_MS - 1);
});

test('a new KPI knows the seven days before it, from the first event on', async (t) => {
  const { addService, addKpi, measure, kpi, send, slots, owner, clock, asked } = await start(t);
  const service = await addService(owner);
  await send(100, 0, LIMITS.services.backfillMs + HOUR_MS);
  await send(100, 1, 3 * DAY_MS);
  await send(100, 50, 10 * MINUTE_MS);
  const made = await addKpi(owner, service.id);
  const before = asked();

  await measure();
  const statements = asked() - before;

  const found = await slots(made);
  assert.equal(statements, 1);
  assert.deepEqual(
    [found[0]?.slot, found[0]?.good, found.at(-1)?.state, found.length],
    [(clock.now() - 3 * DAY_MS) / SECOND_MS, 99, 'critical', (3 * DAY_MS) / SLOT_MS - 1],
  );
  const { state, slot } = await kpi(owner, made.id);
  assert.deepEqual([state, slot], ['critical', '2026-01-15T11:50:00.000Z']);
});
