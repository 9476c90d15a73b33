import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type AccessUnderTest,
  onBothStores,
  raced,
  type TestOrganization,
} from '../../../test/support/open-access.ts';
import { silentLog } from '../../base/log.ts';
import { bind, type Sql } from '../../engines/store/sql.ts';
import { PLANS } from '../../spec/plans.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { eraseDeletedIndexes } from './erase-indexes.ts';
import { createIndex, deleteIndex, type IndexNeeds, listIndexes } from './manage-indexes.ts';
import { answerOf } from '../../../test/support/search/golden-lines.ts';

interface Stored {
  readonly index: string;
  readonly receivedAt: number;
}

/** A store that knows of each event only what decides whether it is erased. */
function fakeStore(events: Stored[]) {
  const state = { isDown: false };
  return {
    state,
    query: async () => ({ columns: [], rows: [] }) as never,
    command: async (statement: Sql): Promise<void> => {
      if (state.isDown) throw new Error('the store is away');
      const values = [...bind(statement).parameters.values()];
      const [, index, before] = values;
      const at = Date.parse(String(before).replace(' ', 'T') + 'Z');
      const stays = events.filter((event) => event.index !== index || event.receivedAt >= at);
      events.splice(0, events.length, ...stays);
    },
  };
}

async function start(_t: TestContext, access: AccessUnderTest) {
  const events: Stored[] = [];
  const store = fakeStore(events);
  const { metadata, cache, clock } = access;
  const needs: IndexNeeds = { metadata, cache, clock, store, plans: PLANS, log: silentLog };
  const { id, owner }: TestOrganization = await access.newOrganization('pro');
  const arrive = (index: string): void => {
    clock.advance(1_000);
    events.push({ index, receivedAt: clock.now() });
    clock.advance(1_000);
  };
  const actions = async () => (await access.auditOf(id)).map(({ action }) => action);
  return { needs, id, actor: owner.actor, clock, events, store, arrive, actions };
}

onBothStores('creating an index that exists is refused and erases nothing', async (t, access) => {
  const { needs, actor, events, arrive, actions } = await start(t, access);
  await createIndex(needs, actor, { name: 'web' });
  arrive('web');

  await assert.rejects(createIndex(needs, actor, { name: 'web' }), { code: 'CONFLICT' });

  assert.equal(events.length, 1);
  assert.deepEqual(await actions(), ['index.created']);
});

onBothStores('neither does one index more than the plan holds', async (t, access) => {
  const { needs, actor, events, arrive } = await start(t, access);
  const few = { ...needs, plans: { ...PLANS, pro: PLANS.free } };
  arrive('web');

  await assert.rejects(createIndex(few, actor, { name: 'web' }), { code: 'PLAN_LIMIT_REACHED' });

  assert.equal(events.length, 1);
});

onBothStores('of several that create one index, none erases what it has', async (t, access) => {
  const { needs, actor, events, clock } = await start(t, access);
  const fill = async () => {
    const created = await createIndex(needs, actor, { name: 'web' });
    events.push({ index: 'web', receivedAt: clock.now() });
    return created;
  };

  const { done, codes } = await raced(8, fill);

  assert.equal(done.length, 1);
  assert.deepEqual(new Set(codes), new Set(['CONFLICT']));
  assert.equal(events.length, 1);
});

onBothStores('events of a deleted index do not come back with its name', async (t, access) => {
  const { needs, actor, events, arrive } = await start(t, access);
  arrive('web');
  arrive('main');

  await createIndex(needs, actor, { name: 'web' });

  assert.deepEqual(
    events.map(({ index }) => index),
    ['main'],
  );
});

onBothStores('an index goes with its events, also when the store is away', async (t, access) => {
  const { needs, actor, events, store, arrive, actions, clock } = await start(t, access);
  await createIndex(needs, actor, { name: 'web' });
  arrive('web');
  store.state.isDown = true;

  await deleteIndex(needs, actor, 'web');

  assert.equal(events.length, 1);
  assert.deepEqual((await actions()).toSorted(), ['index.created', 'index.deleted']);
  store.state.isDown = false;
  await eraseDeletedIndexes(needs);
  assert.equal(events.length, 0);
  arrive('web');
  await eraseDeletedIndexes(needs);
  assert.equal(events.length, 1, 'what arrived later belongs to an index made since');
  clock.advance(10 * MINUTE_MS);
  await eraseDeletedIndexes(needs);
  const left = await access.metadata.db.selectFrom('index_erasures').selectAll().execute();
  assert.deepEqual(left, []);
});

onBothStores('an index that is not there cannot be deleted', async (t, access) => {
  const { needs, actor, events, arrive } = await start(t, access);
  arrive('web');

  await assert.rejects(deleteIndex(needs, actor, 'web'), { code: 'NOT_FOUND' });

  assert.equal(events.length, 1);
});

onBothStores('indexes are listed with what a search still finds in them', async (t, access) => {
  const { needs, actor, clock } = await start(t, access);
  await createIndex(needs, actor, { name: 'web', description: 'Requests', retentionDays: 7 });
  await createIndex(needs, actor, { name: 'app' });
  const asked: string[][] = [];
  const query = async (statement: Sql) => {
    const values = [...bind(statement).parameters.values()];
    asked.push(values);
    const oldest = '2026-01-01T00:00:00Z';
    return answerOf(values[1] === 'web' ? [{ events: '5', oldest, newest: oldest }] : []);
  };
  const counting: IndexNeeds = { ...needs, store: { ...needs.store, query } };

  const listed = await listIndexes(counting, actor);

  const [main, app, web, ...reserved] = listed;
  assert.deepEqual(
    [main, app, web].map((index) => [index?.name, index?.description, index?.isRetentionOwn]),
    [
      ['main', 'Events that name no index', false],
      ['app', '', false],
      ['web', 'Requests', true],
    ],
  );
  assert.deepEqual(web, {
    name: 'web',
    description: 'Requests',
    retentionDays: 7,
    isRetentionOwn: true,
    events: 5,
    oldestEvent: '2026-01-01T00:00:00.000Z',
    newestEvent: '2026-01-01T00:00:00.000Z',
  });
  assert.deepEqual([main?.events, main?.oldestEvent, main?.newestEvent], [0, null, null]);
  assert.deepEqual(
    reserved.map(({ name, isRetentionOwn }) => [name, isRetentionOwn]),
    [['_audit', true]],
  );
  const since = asked.find(([, name]) => name === 'web')?.[2] ?? '';
  assert.equal(Date.parse(`${since.replace(' ', 'T')}Z`), clock.now() - 7 * 24 * 60 * MINUTE_MS);
});
