import assert from 'node:assert/strict';
import { onBothStores, type AccessUnderTest } from '../../../test/support/open-access.ts';
import { silentLog } from '../../base/log.ts';
import type { IndexRetention } from '../../engines/store/store.ts';
import { LIMITS } from '../../spec/limits.ts';
import { PLANS } from '../../spec/plans.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { applyRetention } from './apply-retention.ts';
import { changeIndex, createIndex } from './manage-indexes.ts';

/** A store that knows which retention the events of an index have. */
async function start(access: AccessUnderTest) {
  const { metadata, cache, clock } = access;
  const { id, owner } = await access.newOrganization('pro');
  const set: [index: string, days: number][] = [];
  const state = { isDown: false, others: 1 };
  const store = {
    query: async () =>
      ({ rowCount: 1, columns: [{ name: 'events', values: [state.others] }] }) as never,
    command: async () => {},
    setRetention: async ({ organization, index, days }: IndexRetention): Promise<void> => {
      if (state.isDown) throw new Error('the store is away');
      if (organization === id) set.push([index, days]);
    },
  };
  const log = silentLog;
  const run = (): Promise<void> =>
    applyRetention({ metadata, store, clock, log }, new AbortController().signal);
  /** What this run has set. */
  const changes = async () => {
    await run();
    return set.splice(0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  };
  const late = 10 * MINUTE_MS;
  await changes();
  clock.advance(late);
  await changes();
  const empty = { ...store, query: async () => ({ rowCount: 0, columns: [] }) as never };
  const indexNeeds = { metadata, cache, clock, store: empty, plans: PLANS, log };
  return { id, actor: owner.actor, metadata, indexNeeds, clock, late, changes, state };
}

onBothStores('what is stored follows the retention of its index, once', async (_t, access) => {
  const { actor, indexNeeds, clock, late, changes } = await start(access);
  await createIndex(indexNeeds, actor, { name: 'web' });
  await changes();
  clock.advance(late);
  await changes();

  await changeIndex(indexNeeds, actor, 'web', { retentionDays: 3 });

  assert.deepEqual(await changes(), [['web', 3]]);
  assert.deepEqual(await changes(), []);
  clock.advance(late);
  assert.deepEqual(await changes(), [['web', 3]], 'and so does what was on its way');
  clock.advance(late);
  assert.deepEqual(await changes(), []);
});

onBothStores('it follows the organization where the index says nothing', async (_t, access) => {
  const { id, actor, metadata, indexNeeds, changes } = await start(access);
  await createIndex(indexNeeds, actor, { name: 'own', retentionDays: 5 });
  await createIndex(indexNeeds, actor, { name: 'usual' });
  await changes();

  await metadata.db
    .updateTable('organizations')
    .set({ retention_days: 77 })
    .where('id', '=', id)
    .execute();

  assert.deepEqual(await changes(), [
    ['main', 77],
    ['usual', 77],
  ]);
});

onBothStores(
  'restored events keep their days, unless their index is changed',
  async (_t, access) => {
    const { actor, indexNeeds, clock, late, changes } = await start(access);
    const retentionDays = LIMITS.exports.importIndexDays;
    await createIndex(indexNeeds, actor, { name: 're_web', retentionDays });

    assert.deepEqual(await changes(), []);
    clock.advance(late);
    assert.deepEqual(await changes(), []);

    await changeIndex(indexNeeds, actor, 're_web', { retentionDays: 30 });
    assert.deepEqual(await changes(), [['re_web', 30]]);
  },
);

onBothStores('a store that is away is asked again', async (_t, access) => {
  const { actor, indexNeeds, changes, state } = await start(access);
  await changeIndex(indexNeeds, actor, 'main', { retentionDays: 4 });
  state.isDown = true;
  assert.deepEqual(await changes(), []);

  state.isDown = false;

  assert.deepEqual(await changes(), [['main', 4]]);
});

onBothStores('an index without events that differ is left alone', async (_t, access) => {
  const { actor, indexNeeds, changes, state } = await start(access);
  state.others = 0;
  await changeIndex(indexNeeds, actor, 'main', { retentionDays: 4 });

  assert.deepEqual(await changes(), []);
  state.others = 1;
  assert.deepEqual(await changes(), []);
});
