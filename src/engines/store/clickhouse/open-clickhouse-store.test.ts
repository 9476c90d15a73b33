import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startClickhouse,
  startClickhouseCluster,
} from '../../../../test/support/store/start-clickhouse.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { systemClock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { bodyHasWord } from '../log-fields.ts';
import { createRowIds } from '../row-ids.ts';
import { sql, string } from '../sql.ts';
import { rowsOf } from '../store.ts';
import type { LogStore } from '../store.ts';
import { storeSuite } from '../store.suite.ts';
import { openClickhouseStore } from './open-clickhouse-store.ts';

const skip = withoutClickhouse();
const needs = { clock: systemClock, limits: LIMITS, log: silentLog };

storeSuite('store on a server', { engine: 'clickhouse', skip }, async () => {
  const server = await startClickhouse();
  const store = await openClickhouseStore(needs, { url: server.url, cluster: undefined });
  return disposedWith(store, server);
});

storeSuite('store on a cluster of two shards', { engine: 'clickhouse', skip }, async () => {
  const cluster = await startClickhouseCluster(2);
  const nodes = cluster.servers.map(({ url }) => url);
  const [url = ''] = nodes;
  const store = await openClickhouseStore(needs, { url, cluster: cluster.name, nodes });
  return disposedWith(store, cluster);
});

function disposedWith(store: LogStore, servers: AsyncDisposable): LogStore {
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await servers[Symbol.asyncDispose]();
    },
  };
}

test(
  'rows are spread over the shards, and one that dies and comes back loses and doubles none',
  { skip },
  async () => {
    await using cluster = await startClickhouseCluster(2);
    const [first, second] = cluster.servers;
    assert(first !== undefined && second !== undefined);
    const nodes = [first.url, second.url];
    await using store = await openClickhouseStore(needs, {
      url: first.url,
      cluster: cluster.name,
      nodes,
    });
    const organization = organizationId('org_cluster');
    const encoder = createBlockEncoder(createRowIds(systemClock, 1));
    const records = Array.from({ length: 200 }, (_, i) =>
      logRecord({ organization, body: `${i}` }),
    );
    const batchOf = () => ({
      token: randomUUID(),
      blocks: [encoder.encode(records).bytes],
      events: records.length,
    });
    await store.insert(batchOf());
    const perShard = await store.query(
      sql`SELECT _shard_num AS shard, count() AS n FROM logs GROUP BY shard ORDER BY shard`,
    );
    assert.equal(perShard.rowCount, 2);

    await second.kill();
    const batch = batchOf();
    await assert.rejects(store.insert(batch), { code: 'STORAGE_UNAVAILABLE' });
    await assert.rejects(store.query(sql`SELECT count() AS n FROM logs`), {
      code: 'STORAGE_UNAVAILABLE',
    });
    assert.equal((await store.health()).state, 'degraded');
    await second.start();
    await store.insert(batch);
    await store.insert(batch);

    const all = await store.query(
      sql`SELECT count() AS n, uniqExact(row_id) AS ids FROM logs WHERE organization = ${string(organization)}`,
    );
    assert.deepEqual(rowsOf(all), [{ n: 400, ids: 400 }]);
    assert.deepEqual(await store.health(), { state: 'up' });
  },
);

test(
  'the newest rows of all shards come in order, with what is tested first written out',
  { skip },
  async () => {
    await using cluster = await startClickhouseCluster(2);
    const nodes = cluster.servers.map(({ url }) => url);
    const [url = ''] = nodes;
    await using store = await openClickhouseStore(needs, { url, cluster: cluster.name, nodes });
    const organization = organizationId('org_cluster');
    const encoder = createBlockEncoder(createRowIds(systemClock, 1));
    const now = systemClock.now();
    const records = Array.from({ length: 200 }, (_, i) =>
      logRecord({ organization, body: `order o${i} of day`, timestamp: now + i }),
    );
    const blocks = [encoder.encode(records).bytes];
    await store.insert({ token: randomUUID(), blocks, events: records.length });

    const newest = await store.query(
      sql`SELECT body AS c1, trace_id FROM logs PREWHERE (organization = ${string(organization)}) AND (${bodyHasWord('day')}) ORDER BY timestamp DESC, row_id DESC LIMIT 3 SETTINGS query_plan_optimize_lazy_materialization = 0`,
    );

    assert.deepEqual(
      rowsOf(newest).map((row) => row['c1']),
      ['order o199 of day', 'order o198 of day', 'order o197 of day'],
    );
  },
);

test('a cluster that the server does not know stops the start', { skip }, async () => {
  await using server = await startClickhouse();

  await assert.rejects(
    openClickhouseStore(needs, { url: server.url, cluster: 'no_such_cluster' }),
    /has no cluster "no_such_cluster"/,
  );
});

test('a cluster with other nodes than were named stops the start', { skip }, async () => {
  await using server = await startClickhouse();
  const options = { url: server.url, cluster: 'shards', nodes: [server.url, server.url] };

  await assert.rejects(openClickhouseStore(needs, options), /has 1 nodes, but 2 addresses/);
});

test('a server that is not there cannot be reached', { skip }, async () => {
  const options = { url: 'http://127.0.0.1:9', cluster: undefined };

  await assert.rejects(openClickhouseStore(needs, options), { code: 'STORAGE_UNAVAILABLE' });
});

test('a newer schema is refused with both versions', { skip }, async () => {
  await using server = await startClickhouse();
  const options = { url: server.url, cluster: undefined };
  {
    await using store = await openClickhouseStore(needs, options);
    await store.command(sql`INSERT INTO schema_versions SELECT 1000, now()`);
  }

  await assert.rejects(openClickhouseStore(needs, options), /version 1000, this release knows 4/);
});

test(
  'rows of an earlier release were stored when they were received, and never look new',
  { skip },
  async () => {
    await using server = await startClickhouse();
    const options = { url: server.url, cluster: undefined };
    const organization = organizationId('org_old');
    const encoder = createBlockEncoder(createRowIds(systemClock, 1));
    const insert = async (store: LogStore, receivedAt: number): Promise<void> => {
      const blocks = [encoder.encode([logRecord({ organization, receivedAt })]).bytes];
      await store.insert({ token: randomUUID(), blocks, events: 1 });
    };
    const storedTimes = async (store: LogStore): Promise<unknown[]> => {
      const answer = await store.query(
        sql`SELECT stored_at FROM logs WHERE organization = ${string(organization)} ORDER BY stored_at`,
      );
      return rowsOf(answer).map((row) => row['stored_at']);
    };
    const old = Date.now() - DAY_MS;
    const expected = new Date(Math.floor(old / SECOND_MS) * SECOND_MS).toISOString();
    {
      await using store = await openClickhouseStore(needs, options);
      await store.command(sql`ALTER TABLE logs DROP INDEX stored_at_range, DROP COLUMN stored_at`);
      await insert(store, old);
      await store.command(sql`ALTER TABLE schema_versions DELETE WHERE version > 2`);
    }
    {
      await using store = await openClickhouseStore(needs, options);
      assert.deepEqual(await storedTimes(store), [expected]);
      await insert(store, old);
      // As after a crash before the version was written down, and on the replica that comes second.
      await store.command(sql`ALTER TABLE schema_versions DELETE WHERE version > 2`);
    }
    await sleep(2 * SECOND_MS);

    await using store = await openClickhouseStore(needs, options);

    const [first, second] = await storedTimes(store);
    assert.equal(first, expected);
    const age = Date.now() - Date.parse(String(second));
    assert(age >= 2 * SECOND_MS && age < DAY_MS / 2, 'the row keeps when it was stored');
  },
);

test('several processes may open an empty store at once', { skip }, async () => {
  await using server = await startClickhouse();
  const options = { url: `${server.url}/other_name`, cluster: undefined };

  const stores = await Promise.all([1, 2, 3, 4].map(() => openClickhouseStore(needs, options)));

  const versions = await stores[0]?.query(sql`SELECT count() AS n FROM schema_versions`);
  assert.deepEqual(versions === undefined ? [] : rowsOf(versions), [{ n: 4 }]);
  for (const store of stores) await store[Symbol.asyncDispose]();
});

test(
  'the lock of a process that died while it changed the tables does not last',
  { skip },
  async () => {
    await using server = await startClickhouse();
    const options = { url: server.url, cluster: undefined };
    const limits = { ...LIMITS, store: { ...LIMITS.store, migrationLockMs: 1_000 } };
    {
      await using store = await openClickhouseStore(needs, options);
      await store.command(sql`DROP TABLE schema_versions SYNC`);
      await store.command(sql`CREATE TABLE schema_lock (held UInt8) ENGINE = Memory`);
    }

    await using store = await openClickhouseStore({ ...needs, limits }, options);

    const locks = await store.query(
      sql`SELECT count() AS n FROM system.tables WHERE name = 'schema_lock'`,
    );
    assert.deepEqual(rowsOf(locks), [{ n: 0 }]);
  },
);
