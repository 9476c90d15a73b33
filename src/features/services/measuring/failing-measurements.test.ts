/** The store is away, events wait, nodes die and people change things: what is measured stays right. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startMeasuring } from '../../../../test/support/services/start-measuring.ts';
import { KPIS } from '../../../../test/support/services/start-services.ts';
import { measureServices } from './run-service.ts';
import { shipRows } from './ship-rows.ts';

const store = await openTestStore();
const start = (t: TestContext) => startMeasuring(t, store);

const SLOT_MS = LIMITS.services.everySecondsDefault * SECOND_MS;

test('while the store is away nothing is measured and it says so; then all of it is made up for', async (t) => {
  const { addService, addKpi, measure, kpi, send, slots, owner, clock, faults, health } =
    await start(t);
  const service = await addService(owner);
  const made = await addKpi(owner, service.id);
  await measure();
  await send(100, 0, -MINUTE_MS);
  clock.advance(SLOT_MS + MINUTE_MS);
  await measure();

  faults.frontier = () => Promise.reject(new Error('away'));
  clock.advance(SLOT_MS + LIMITS.services.lateMs - 1);
  await measure();
  const punctual = await kpi(owner, made.id);
  clock.advance(LIMITS.services.retryMs);
  await measure();
  const away = await kpi(owner, made.id);
  const state = (await health(owner, service.id)).state;
  for (let i = 0; i < 12; i++) {
    await send(100, i, 0);
    clock.advance(SLOT_MS);
  }
  await measure();
  delete faults.frontier;
  clock.advance(LIMITS.services.retryMs);
  await measure();

  assert.equal(punctual.state, 'ok');
  assert.deepEqual(
    [away.state, away.detail, away.value],
    ['not_measured', 'The log store is unavailable.', null],
  );
  assert.equal(state, 'unknown');
  const found = await slots(made);
  assert.equal(new Set(found.map(({ slot }) => slot)).size, 15);
  assert.equal(found.length, 15);
  assert.deepEqual(
    found.slice(3, 6).map(({ good }) => good),
    [100, 99, 98],
  );
});

test('while events wait to be stored nothing is concluded from what is missing', async (t) => {
  const { addService, addKpi, measure, kpi, send, slots, owner, clock, noteLag } = await start(t);
  const service = await addService(owner);
  const made = await addKpi(owner, service.id);
  await measure();
  const from = clock.now();
  await noteLag(from, null);

  clock.advance(SLOT_MS + 2 * MINUTE_MS + LIMITS.services.lateMs);
  await measure();
  const waiting = await kpi(owner, made.id);
  const before = (await slots(made)).length;
  await send(50, 1, SLOT_MS);
  await noteLag(from, clock.now());
  clock.advance(LIMITS.services.retryMs);
  await measure();

  assert.deepEqual(
    [waiting.state, waiting.detail],
    ['not_measured', 'Ingest lag: events are queued and not searchable yet.'],
  );
  assert.equal(before, 0);
  const found = await slots(made);
  assert.equal(found.length, 2);
  assert.deepEqual([found[1]?.state, found[1]?.good], ['warning', 49]);
});

test('a KPI that is changed while it is measured keeps nothing of what it was', async (t) => {
  const { addService, addKpi, measure, call, kpi, send, slots, owner, clock, measuring } =
    await start(t);
  const service = await addService(owner);
  const made = await addKpi(owner, service.id);
  await measure();
  await send(100, 50, -MINUTE_MS);
  clock.advance(SLOT_MS + MINUTE_MS);
  let isChanged = false;
  const slow = {
    ...measuring,
    askSlots: async (...asked: Parameters<typeof measuring.askSlots>) => {
      const answer = await measuring.askSlots(...asked);
      if (isChanged) return answer;
      isChanged = true;
      const body = { version: 1, warning: 60, critical: 70 };
      const changed = await call(`PATCH ${KPIS}/${made.id}`, { as: owner, body });
      assert.equal(changed.status, 200, changed.text);
      return answer;
    },
  };
  const { signal } = new AbortController();
  await runDue(slow, measureServices(slow), signal);
  await shipRows(slow, signal);

  assert.ok(isChanged);
  assert.equal((await kpi(owner, made.id)).state, 'ok');
  const last = (await slots(made)).slice(1);
  assert.deepEqual(
    last.map(({ state, revision }) => [state, revision]),
    [['ok', 1]],
  );
});

test('rows that reach the index twice, since a node died in between, count once', async (t) => {
  const { addService, addKpi, measure, health, send, slots, owner, clock, measuring } =
    await start(t);
  const service = await addService(owner);
  const slo = { target: 99, windowDays: 7, kind: 'occurrences' };
  const made = await addKpi(owner, service.id, { slo });
  await measure();
  await send(100, 10, -MINUTE_MS);
  clock.advance(SLOT_MS + MINUTE_MS);
  const { signal } = new AbortController();
  await runDue(measuring, measureServices(measuring), signal);
  const dying = {
    ...measuring,
    append: async (...rows: Parameters<typeof measuring.append>) => {
      await measuring.append(...rows);
      throw new Error('killed');
    },
  };

  await shipRows(dying, signal);
  await shipRows(measuring, signal);

  const found = (await slots(made)).filter(({ good }) => good === 90);
  assert.equal(found.length, 2);
  assert.deepEqual(found[0], found[1]);
  const [standing] = (await health(owner, service.id)).slos;
  assert.equal(standing?.attained, 90);
  assert.ok(Math.abs((standing?.burn['1h'] ?? 0) - 10) < 1e-9);
});

test('what the store is about to have is waited for; what takes longer is looked at less and less often', async (t) => {
  const { addService, addKpi, measure, kpi, send, owner, clock, faults, noteLag, access } =
    await start(t);
  const service = await addService(owner);
  const made = await addKpi(owner, service.id);
  await measure();
  await send(100, 0, -MINUTE_MS);
  clock.advance(MINUTE_MS);
  await measure();
  clock.advance(SLOT_MS);
  const runOf = () =>
    access.metadata.db
      .selectFrom('service_runs')
      .select(['due_at', 'fence'])
      .where('id', '=', service.id)
      .executeTakeFirstOrThrow();
  const before = await runOf();

  let looks = 0;
  faults.frontier = async () => clock.now() - ((looks += 1) <= 2 ? SECOND_MS : 0);
  await measure();
  const after = await runOf();
  delete faults.frontier;
  clock.advance(SLOT_MS - 3 * SECOND_MS);
  await noteLag(clock.now(), null);
  const waits: number[] = [];
  for (const passed of [3, 3, 6, 10]) {
    clock.advance(passed * SECOND_MS);
    await measure();
    waits.push((Number((await runOf()).due_at) - clock.now()) / SECOND_MS);
  }

  assert.equal(looks, 3);
  assert.equal(after.fence, before.fence + 1);
  assert.equal((await kpi(owner, made.id)).total, 100);
  assert.deepEqual(waits, [3, 6, 10, 10]);
});
