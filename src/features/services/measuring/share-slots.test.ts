/** Runs of services that are due together share their reads, and nothing else. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { bind } from '../../../engines/store/sql.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { KPI_INDEX } from '../../../spec/services.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Member } from '../../../../test/support/open-access.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startServices } from '../../../../test/support/services/start-services.ts';
import { measureServices } from './run-service.ts';
import { createSlotSharing } from './share-slots.ts';

const limits = LIMITS.services;
const store = await openTestStore();
const SLOT_MS = limits.everySecondsDefault * SECOND_MS;

interface Watched {
  readonly parameters: readonly string[];
  readonly isShared: boolean;
  readonly timeoutMs: number;
}

/** Services whose statements are watched, and can be made to fail when they ask for several. */
async function startWatched(t: TestContext) {
  const watch: { statements: Watched[]; fault?: ErrorCode } = { statements: [] };
  const query: LogStore['query'] = (statement, options) => {
    const { text, parameters } = bind(statement);
    const isShared = text.includes('arrayJoin(');
    const timeoutMs = options?.timeoutMs ?? Infinity;
    watch.statements.push({
      parameters: [...parameters.values()].map(String),
      isShared,
      timeoutMs,
    });
    if (isShared && watch.fault !== undefined) throw new AppError(watch.fault, 'too much');
    return store.query(statement, options);
  };
  const watched = new Proxy(store, {
    get: (target, name) =>
      name === 'query' ? query : (Reflect.get(target, name, target) as unknown),
  });
  const services = await startServices(t, watched);
  const { clock } = services.access;
  const addServices = async (owner: Member, count: number, kpi: object = {}) => {
    const made: { service: string; kpi: string }[] = [];
    for (let at = 0; at < count; at += 1) {
      const name = `s${at}`;
      const { id } = await services.addService(owner, { name, selector: `service=${name}` });
      made.push({ service: id, kpi: (await services.addKpi(owner, id, kpi)).id });
    }
    return made;
  };
  /** So many events of each service: one more of the second than of the first, and so on. */
  const send = (organization: Parameters<typeof services.write>[0], count: number, few: number) =>
    services.write(
      organization,
      Array.from({ length: count }, (_, at) =>
        Array.from({ length: few + at }, () => ({
          agoMs: -MINUTE_MS,
          fields: { service: `s${at}` },
        })),
      ).flat(),
    );
  /** The statements about slots that it took. */
  const measured = async (): Promise<{ alone: number; shared: number }> => {
    watch.statements.length = 0;
    await services.measure();
    const slots = watch.statements.filter(({ parameters }) => !parameters.includes(KPI_INDEX));
    const shared = slots.filter(({ isShared }) => isShared).length;
    return { alone: slots.length - shared, shared };
  };
  const totals = async (owner: Member, made: readonly { kpi: string }[]) =>
    Promise.all(made.map(async ({ kpi }) => (await services.kpi(owner, kpi)).total));
  return { ...services, clock, watch, addServices, send, measured, totals };
}

test('services whose slots are over at the same time are one statement', async (t) => {
  const { access, addServices, measure, measured, send, totals, clock } = await startWatched(t);
  const { id, owner } = await access.newOrganization();
  const made = await addServices(owner, 5);
  await measure();
  await send(id, 5, 20);
  clock.advance(SLOT_MS + MINUTE_MS);

  const took = await measured();

  assert.deepEqual(took, { alone: 0, shared: 1 });
  assert.deepEqual(await totals(owner, made), [20, 21, 22, 23, 24]);
});

test('what came late corrects the slots of services that are asked for together', async (t) => {
  const { access, addServices, measure, measured, send, totals, rows, clock } =
    await startWatched(t);
  const { id, owner } = await access.newOrganization();
  const made = await addServices(owner, 3, { everySeconds: 900 });
  await measure();
  await send(id, 3, 30);
  clock.advance(15 * MINUTE_MS + MINUTE_MS);
  await measured();
  const first = await totals(owner, made);

  clock.advance(-15 * MINUTE_MS);
  await send(id, 2, 7);
  clock.advance(15 * MINUTE_MS + limits.revisedAfterMs);
  const took = await measured();

  assert.deepEqual(first, [30, 31, 32]);
  assert.deepEqual(took, { alone: 0, shared: 1 });
  const query = 'index=_kpi kind=slot revision=2 | sort service | table service, total';
  assert.deepEqual(await rows(owner, query), [
    { service: 's0', total: '37' },
    { service: 's1', total: '39' },
  ]);
});

test('services that are too much together are asked for alone, and together again after a while', async (t) => {
  const { access, addServices, measure, measured, send, totals, clock, watch } =
    await startWatched(t);
  const { id, owner } = await access.newOrganization();
  const made = await addServices(owner, 3);
  await measure();
  const took: { alone: number; shared: number }[] = [];
  const counted: (number | null)[][] = [];
  const nextSlot = async (few: number): Promise<void> => {
    await send(id, 3, few);
    clock.advance(SLOT_MS);
    took.push(await measured());
    counted.push(await totals(owner, made));
  };
  clock.advance(MINUTE_MS);
  await measure();

  watch.fault = 'QUERY_TIMEOUT';
  await nextSlot(20);
  delete watch.fault;
  await nextSlot(30);
  clock.advance(limits.notSharedMs - SLOT_MS);
  await measure();
  await nextSlot(40);

  assert.deepEqual(took, [
    { alone: 3, shared: 1 },
    { alone: 3, shared: 0 },
    { alone: 0, shared: 1 },
  ]);
  assert.deepEqual(
    counted,
    [20, 30, 40].map((few) => [few, few + 1, few + 2]),
  );
});

test('while the store is away nobody is blamed, and what is asked for together says so', async (t) => {
  const { access, addServices, measure, measured, send, kpi, clock, watch } = await startWatched(t);
  const { id, owner } = await access.newOrganization();
  const made = await addServices(owner, 2);
  await measure();
  await send(id, 2, 20);
  clock.advance(SLOT_MS + MINUTE_MS);

  watch.fault = 'STORAGE_UNAVAILABLE';
  const failed = await measured();
  delete watch.fault;
  await send(id, 2, 40);
  clock.advance(SLOT_MS);
  const after = await measured();

  assert.deepEqual(
    [failed, after],
    [
      { alone: 2, shared: 1 },
      { alone: 0, shared: 1 },
    ],
  );
  const states = await Promise.all(made.map(async (each) => (await kpi(owner, each.kpi)).total));
  assert.deepEqual(states, [40, 41]);
});

test('a statement for several services reads one organization, whoever has services of the same name', async (t) => {
  const { access, addServices, measure, measured, send, totals, clock, watch } =
    await startWatched(t);
  const one = await access.newOrganization();
  const other = await access.newOrganization();
  const ownMade = await addServices(one.owner, 3);
  const otherMade = await addServices(other.owner, 3);
  await measure();
  await send(one.id, 3, 20);
  await send(other.id, 3, 50);
  clock.advance(SLOT_MS + MINUTE_MS);

  const took = await measured();

  assert.deepEqual(took, { alone: 0, shared: 2 });
  for (const { parameters, isShared, timeoutMs } of watch.statements) {
    const named = [one.id, other.id].filter((id) => parameters.includes(id));
    assert.equal(named.length, 1);
    assert.ok(!isShared || timeoutMs <= limits.sharedMsMax, String(timeoutMs));
  }
  assert.deepEqual(await totals(one.owner, ownMade), [20, 21, 22]);
  assert.deepEqual(await totals(other.owner, otherMade), [50, 51, 52]);
});

test('of two nodes that share reads one alone notes each slot', async (t) => {
  const services = await startWatched(t);
  const { access, addServices, measure, send, rows, measuring, needs, clock } = services;
  const { id, owner } = await access.newOrganization();
  await addServices(owner, 12);
  await measure();
  await send(id, 12, 20);
  clock.advance(SLOT_MS + MINUTE_MS);
  const { metadata } = access;
  const nodes = [1, 2].map(() => ({
    ...measuring,
    sharing: createSlotSharing({ metadata, clock, log: silentLog, search: needs }),
  }));

  const { signal } = new AbortController();
  await Promise.all(nodes.map((node) => runDue(node, measureServices(node), signal)));
  await measure();

  const query =
    'index=_kpi kind=slot | stats count, latest(total) AS total BY service, slot | stats count AS slots, max(count) AS most, max(total) AS total BY service | sort total';
  const found = await rows(owner, query);
  assert.deepEqual(
    found.map(({ most }) => Number(most)),
    found.map(() => 1),
  );
  assert.deepEqual(
    found.map(({ total }) => Number(total)),
    Array.from({ length: 12 }, (_, at) => 20 + at),
  );
});

test('a service that looks for words, reads other indexes or cannot be read does nothing to others', async (t) => {
  const { access, addService, addKpi, addServices, measure, measured, send, kpi, totals, clock } =
    await startWatched(t);
  const { id, owner } = await access.newOrganization();
  const made = await addServices(owner, 2);
  const odd = new Map([
    ['words', 'service=s0 event'],
    ['text', 'service=s0 event=*event*'],
    ['index', 'index=_kpi service=s0'],
    ['broken', 'service=s0'],
  ]);
  const oddKpis: string[] = [];
  for (const [name, selector] of odd) {
    const { id: service } = await addService(owner, { name, selector });
    oddKpis.push((await addKpi(owner, service)).id);
  }
  await measure();
  await send(id, 2, 20);
  await access.metadata.db
    .updateTable('services')
    .set({ selector: 'service=(' })
    .where('name', '=', 'broken')
    .execute();
  clock.advance(SLOT_MS + MINUTE_MS);

  const took = await measured();

  assert.deepEqual(took, { alone: 2, shared: 1 });
  assert.deepEqual(await totals(owner, made), [20, 21]);
  const states = await Promise.all(oddKpis.map(async (each) => (await kpi(owner, each)).state));
  assert.deepEqual(states.slice(2), ['no_data', 'not_measured']);
});

/** Two services, measured one after the other; something happens when the first of them has its answer. */
async function measureOneByOne(
  t: TestContext,
  between: (
    services: Awaited<ReturnType<typeof startWatched>>,
    owner: Member,
    waiting: string,
  ) => Promise<void>,
) {
  const services = await startWatched(t);
  const { access, addServices, measure, send, clock, watch, measuring } = services;
  const { id, owner } = await access.newOrganization();
  const made = await addServices(owner, 2);
  await measure();
  await send(id, 2, 20);
  clock.advance(SLOT_MS + MINUTE_MS);
  watch.statements.length = 0;
  let hasHappened = false;
  const sharing: typeof measuring.sharing = {
    share: async (run, ...asked) => {
      const found = await measuring.sharing.share(run, ...asked);
      const waiting = made.find(({ service }) => service !== run.row.id);
      if (hasHappened || waiting === undefined) return found;
      hasHappened = true;
      await between(services, owner, waiting.service);
      return found;
    },
  };
  const node = { ...measuring, sharing };
  const work = { ...measureServices(node), placesMax: 1 };
  await runDue(node, work, new AbortController().signal);
  assert.ok(hasHappened);
  const totals = (await services.totals(owner, made)).map(Number).toSorted((a, b) => a - b);
  return { totals, shared: watch.statements.map(({ isShared }) => isShared) };
}

test('a service that is changed while its answer waits is asked for anew', async (t) => {
  const { totals, shared } = await measureOneByOne(t, async ({ call }, owner, waiting) => {
    const body = { version: 1, selector: 'service=s0 OR service=s1' };
    const answer = await call(`PATCH /api/v1/services/${waiting}`, { as: owner, body });
    assert.equal(answer.status, 200, answer.text);
  });

  assert.deepEqual(shared, [true, false]);
  assert.equal(totals[1], 41);
});

test('answers wait for a while and no longer', async (t) => {
  const kept = await measureOneByOne(t, async ({ clock }) => clock.advance(limits.sharedKeptMs));
  const gone = await measureOneByOne(t, async ({ clock }) =>
    clock.advance(limits.sharedKeptMs + 1),
  );

  assert.deepEqual(kept, { totals: [20, 21], shared: [true] });
  assert.deepEqual(gone, { totals: [20, 21], shared: [true, false] });
});
