/** Services that wait beside one, and how they share what is asked, on a store that only answers. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { answeringStore } from '../../../../test/support/answering-store.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startManaging } from '../../../../test/support/services/start-services.ts';
import { readKpis, readKpiStates } from '../managing/kpis-table.ts';
import { findServices } from '../managing/services-table.ts';
import { type Asked, askedOf, findDueServices, plansOf } from './find-due-services.ts';
import { createSlotSharing } from './share-slots.ts';

const MINUTE = 60_000;
const QUERY = { kind: 'query', query: 'level=error | stats count AS value' } as const;
const everyone = (): boolean => true;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { addService, addKpi } = startManaging(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const now = Math.floor(clock.now() / (5 * MINUTE)) * 5 * MINUTE + 1;
  const change = (table: 'service_runs' | 'kpi_states', set: object, id: string) =>
    metadata.db
      .updateTable(table)
      .set(set)
      .where(table === 'service_runs' ? 'id' : 'service_id', '=', id)
      .execute();
  /** One whose last minute is to be measured; the later it is added, the later it was due. */
  const add = async (
    name: string,
    kpis: readonly object[] = [{}],
    selector = `service=${name}`,
  ) => {
    const { id } = await addService(owner, { name, selector });
    for (const [at, kpi] of kpis.entries()) {
      await addKpi(owner, id, { name: `kpi ${at}`, everySeconds: 60, delaySeconds: 60, ...kpi });
    }
    await change(
      'kpi_states',
      { is_backfilled: 1, measured_to: now - 1 - 3 * MINUTE, unrevised: '[]' },
      id,
    );
    await change('service_runs', { due_at: now - 1_000 + Number(name.slice(1)) }, id);
    return id;
  };
  const seeker = { organization, row: { id: '', claimed_by: 'node-1' }, now };
  const find = (row: string, isOpen: (id: string) => boolean = everyone, horizon = now) =>
    findDueServices(
      { metadata },
      { ...seeker, row: { id: row, claimed_by: 'node-1' } },
      { at: horizon, why: '' },
      isOpen,
    );
  const names = async (...given: Parameters<typeof find>) =>
    (await find(...given)).map(({ part }) => part.text).join(' ');
  return { access, metadata, clock, organization, now, change, add, seeker, find, names };
}

test('those that are due are found in their order, without the one that asks', async (t) => {
  const { add, change, find, names, now } = await start(t);
  const [b, a, c] = [await add('s2'), await add('s1'), await add('s3')];

  assert.equal(await names('nobody'), 'service=s1 service=s2 service=s3');
  assert.equal(await names(b), 'service=s1 service=s3');
  assert.equal(await names('nobody', (id) => id !== a), 'service=s2 service=s3');
  assert.equal(await names('nobody', () => false), '');
  const [first] = await find('nobody');
  assert.deepEqual(
    [first?.slots, first?.everySeconds, first?.now, first?.part.service],
    [[now - 1 - 3 * MINUTE, now - 1 - 2 * MINUTE], 60, now, a],
  );
  assert.equal(await names('nobody', everyone, now - 2 * MINUTE), '', 'none of its slots is over');
  await change('kpi_states', { is_backfilled: 0 }, a);
  await change('service_runs', { lease_until: now + 1, claimed_by: 'node-2' }, c);
  assert.equal(await names('nobody'), 'service=s2');
  await change('service_runs', { claimed_by: 'node-1' }, c);
  assert.equal(await names('nobody'), 'service=s2 service=s3');
  await change('service_runs', { due_at: now + 1 }, b);
  assert.equal(await names('nobody'), 'service=s3');
});

test('one that is disabled or cannot be read is not found', async (t) => {
  const { add, metadata, names } = await start(t);
  await add('s1');
  const broken = await add('s2');
  await add('s3', [{ isEnabled: false }]);
  await add('s4', []);
  await metadata.db
    .updateTable('services')
    .set({ selector: '| stats (' })
    .where('id', '=', broken)
    .execute();

  assert.equal(await names('nobody'), 'service=s1');
});

test('KPIs with slots of one length are one question, and those with a query are asked apart', async (t) => {
  const { add, metadata, organization, now } = await start(t);
  const id = await add('s1', [{}, { measure: QUERY }, { everySeconds: 300 }]);
  const [kpis, states, services] = await Promise.all([
    readKpis(metadata, organization, [id]),
    readKpiStates(metadata, organization, [id]),
    findServices(metadata, organization, [id]),
  ]);
  const service = services.get(id) ?? assert.fail();
  const plans = plansOf(kpis, states, { now, horizon: now });
  const none = { fresh: [], again: [] };

  const asked = askedOf(
    service,
    plans.map((plan) =>
      plan.kpi.settings.everySeconds === 60
        ? { ...plan, fresh: [10, 30], again: [20, 10] }
        : { ...plan, fresh: [], again: [5] },
    ),
    7,
  );

  const byLength = asked.toSorted((a, b) => a.everySeconds - b.everySeconds);
  assert.deepEqual(
    byLength.map(({ everySeconds, slots, kpis: all, part, now: at }) => [
      everySeconds,
      slots,
      all.length,
      part.kpis.length,
      at,
    ]),
    [
      [60, [10, 20, 30], 2, 1, 7],
      [300, [5], 1, 1, 7],
    ],
  );
  assert.deepEqual(
    askedOf(
      service,
      plans.map((plan) => ({ ...plan, ...none })),
      7,
    ),
    [],
  );
  assert.equal(plans.length, 3);
  assert.deepEqual(plansOf(kpis, new Map(), { now, horizon: now }), []);
});

/** Two services and what was asked of the store for both. */
async function startSharing(t: TestContext, selectors: readonly string[] = ['host=a', 'host=b']) {
  const started = await start(t);
  const { add, find, metadata, now, seeker } = started;
  const ids: string[] = [];
  for (const [at, selector] of selectors.entries()) {
    ids.push(await add(`s${at + 1}`, [{}], selector));
  }
  const state: { fault?: ErrorCode; later: number } = { later: 0 };
  const { search, asked } = answeringStore({ now }, () => {
    if (state.fault !== undefined) throw new AppError(state.fault, 'no');
    return [];
  });
  const told: object[] = [];
  const log = {
    ...silentLog,
    warn: (fields: object, text: string) => void told.push([fields, text]),
  };
  const clock = { now: () => now + state.later };
  const sharing = createSlotSharing({ metadata, clock, log, search });
  const { signal } = new AbortController();
  const all = new Map((await find('nobody')).map((each) => [each.part.service, each]));
  const askOf = (at: number): Asked => all.get(ids[at] ?? '') ?? assert.fail();
  /** Up to when events could be found for the answer; undefined where it is asked alone. */
  const share = async (at: number, horizon = now, what = askOf(at)) => {
    const run = { ...seeker, row: { id: ids[at] ?? '', claimed_by: 'node-1' }, claim: { signal } };
    const shared = await sharing.share(run, what, { at: horizon, why: '' });
    return shared && [shared.horizon - now, shared.answers.size];
  };
  return { ...started, state, asked, told, share, askOf };
}

test('the first asks for both, and the other finds its answer once', async (t) => {
  const { share, asked } = await startSharing(t);

  assert.deepEqual(await share(0), [0, 1]);
  assert.deepEqual(await share(1, 5), [0, 1]);
  assert.equal(asked.length, 1);
  assert.equal(await share(1), undefined, 'the first was asked a moment ago');
  assert.equal(asked.length, 1);
});

test('an answer is kept for two minutes', async (t) => {
  const { share, asked, state, now } = await startSharing(t);
  await share(0);

  state.later = 2 * MINUTE;
  assert.deepEqual(await share(1, now + 9), [0, 1]);
  assert.equal(asked.length, 1);
  state.later = 2 * MINUTE + 1;
  assert.deepEqual(await share(1, now + 9), [9, 1]);
  assert.equal(asked.length, 2);
});

test('nobody shares what is alone, has nothing to share, looks into text or was asked otherwise', async (t) => {
  const alone = await startSharing(t, ['host=a']);
  assert.equal(await alone.share(0), undefined);
  const { share, askOf, asked, now } = await startSharing(t);
  const first = askOf(0);
  assert.equal(await share(0, now, { ...first, part: { ...first.part, kpis: [] } }), undefined);
  assert.equal(asked.length, 0);
  for (const selector of [
    'timeout',
    'host=a timeout',
    'event=x*',
    '_raw=x',
    'event IN (a, b)',
    'index=none',
  ]) {
    const apart = await startSharing(t, [selector, 'host=b', 'host=c']);
    assert.equal(await apart.share(0), undefined, selector);
    assert.deepEqual(await apart.share(1), [0, 1], selector);
    assert.equal(apart.asked.length, 1, selector);
  }
  const other = await startSharing(t, ['host IN (a, b)', 'level=event']);
  assert.deepEqual(await other.share(0), [0, 1]);
});

for (const code of ['QUERY_TIMEOUT', 'QUERY_MEMORY_LIMIT', 'QUERY_SCAN_LIMIT'] as const) {
  test(`after ${code} they are asked for alone for ten minutes`, async (t) => {
    const { share, asked, state, told } = await startSharing(t);
    state.fault = code;

    assert.equal(await share(0), undefined);
    delete state.fault;
    assert.equal(await share(1), undefined);
    state.later = 10 * MINUTE - 1;
    assert.equal(await share(0), undefined);
    assert.equal(asked.length, 1);
    state.later = 10 * MINUTE;
    assert.deepEqual(await share(0), [0, 1]);
    assert.equal(asked.length, 2);
    assert.deepEqual(told, [[{ code, services: 2 }, 'shared statement of services paused']]);
  });
}

test('after another failure they are asked for together at once', async (t) => {
  const { share, state } = await startSharing(t);
  state.fault = 'RATE_LIMITED';

  assert.equal(await share(0), undefined);
  delete state.fault;
  assert.deepEqual(await share(1), [0, 1]);
});
