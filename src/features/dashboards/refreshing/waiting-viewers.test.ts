/** Statements that somebody waits for: when they end, and how many run at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeDefinition } from '../../../contract/definition-form.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import {
  errorIn,
  shown,
  startDashboards,
} from '../../../../test/support/dashboards/start-dashboards.ts';
import { beginRefresh } from './begin-refresh.ts';
import { createRefreshSlots } from './run-statement.ts';
import { gatherRefresh } from './tell-refresh.ts';

const store = await openTestStore();

/** A store that answers only when it is told to, and notes who gave up. */
function heldStore(inner: LogStore) {
  let running = 0;
  let cancelled = 0;
  let most = 0;
  let release = Promise.withResolvers<void>();
  const held: LogStore['query'] = async (statement, options) => {
    running += 1;
    most = Math.max(most, running);
    try {
      const left = Promise.withResolvers<never>();
      options?.signal?.addEventListener('abort', () => left.reject(new Error('cancelled')));
      await Promise.race([release.promise, left.promise]);
      return await inner.query(statement, options);
    } catch (error) {
      cancelled += 1;
      throw error;
    } finally {
      running -= 1;
    }
  };
  const proxy = new Proxy(inner, {
    get: (target, name) =>
      name === 'query' ? held : (Reflect.get(target, name, target) as unknown),
  });
  return {
    store: proxy,
    facts: () => ({ running, cancelled, most }),
    release: () => {
      release.resolve();
      release = Promise.withResolvers<void>();
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6_000 && !isSo(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(isSo());
}

test('a statement goes on while somebody waits for it, and is cancelled with the last (bar 6)', async (t) => {
  const held = heldStore(store);
  const { access, make, refreshing } = await startDashboards(t, held.store);
  const { owner } = await access.newOrganization();
  const definition = dashboardOf([valuePanel('n', '* | stats count')]);
  await make(owner, definition);
  const view = async (signal: AbortSignal) => {
    const terms = { actor: owner.actor, mayShowRaw: true, countRate: async () => {} };
    const ask = { definition: completeDefinition(definition), version: 1 };
    return gatherRefresh(await beginRefresh(refreshing, terms, ask, signal));
  };
  const [first, second, third] = [1, 2, 3].map(() => new AbortController());
  assert.ok(first && second && third);
  const views = [view(first.signal), view(second.signal)];
  const outcomes = Promise.allSettled(views);
  await until(() => held.facts().running === 1);

  first.abort();
  await until(() => held.facts().running === 1);
  assert.equal(held.facts().cancelled, 0);
  second.abort();
  await until(() => held.facts().running === 0);
  assert.equal(held.facts().cancelled, 1);
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  );

  const again = view(third.signal);
  await until(() => held.facts().running === 1);
  held.release();
  assert.equal(Number(shown((await again).panels['n']).rows[0]?.['count' as never]), 0);
});

test('a refresh runs two statements at once, an organization four', async (t) => {
  const { statementsPerRefresh, statementsPerOrganization } = LIMITS.dashboards;
  const held = heldStore(store);
  const { access, make, data } = await startDashboards(t, held.store);
  const { owner } = await access.newOrganization();
  const panelsOf = (prefix: string) =>
    Array.from({ length: 6 }, (_, at) => valuePanel(`p${at}`, `${prefix}${at} | stats count`, at));
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd'].map((prefix) => make(owner, dashboardOf(panelsOf(prefix)))),
  );
  const [alone = '', ...others] = ids;

  const first = data(owner, alone);
  await until(() => held.facts().running === statementsPerRefresh);
  const rest = others.map((id) => data(owner, id));
  await until(() => held.facts().running === statementsPerOrganization);

  const all = Promise.all([first, ...rest]);
  let isDone = false;
  void all.then(() => {
    isDone = true;
  });
  await until(() => {
    held.release();
    return isDone;
  });
  assert.equal(held.facts().most, statementsPerOrganization);
  for (const { panels } of await all) {
    for (const panel of Object.values(panels)) assert.deepEqual(shown(panel).rows, [{ count: 0 }]);
  }
});

test('what is not there after the longest time says so, and ends', async (t) => {
  const held = heldStore(store);
  const { access, refreshing } = await startDashboards(t, held.store);
  const { owner } = await access.newOrganization();
  assert.equal(refreshing.refreshMsMax, LIMITS.dashboards.refreshMsMax);
  const definition = completeDefinition(dashboardOf([valuePanel('n', '* | stats count')]));
  const terms = { actor: owner.actor, mayShowRaw: true, countRate: async () => {} };
  const { signal } = new AbortController();

  const refresh = await beginRefresh(
    { ...refreshing, refreshMsMax: 200 },
    terms,
    { definition, version: 1 },
    signal,
  );
  const { panels } = await gatherRefresh(refresh);

  assert.equal(errorIn(panels['n']), 'QUERY_TIMEOUT');
  await until(() => held.facts().running === 0);
});

test('a slot that does not come free in time is not waited for any longer', async (t) => {
  const { slotWaitMsMax } = LIMITS.dashboards;
  const slots = createRefreshSlots(1);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const leave = await slots.take('org', 'a');
  const outcomes: unknown[] = [];
  const waiting = slots.take('org', 'b').catch((error: unknown) => outcomes.push(error));

  t.mock.timers.tick(slotWaitMsMax - 1);
  await Promise.resolve();
  assert.equal(outcomes.length, 0);
  t.mock.timers.tick(1);
  await waiting;

  assert.equal((outcomes[0] as { code?: string }).code, 'QUERY_SLOTS_BUSY');
  leave();
  (await slots.take('org', 'b'))();
});
