/** The cluster that deploy/ describes: what it says is true of the program, and its nodes work together and one after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { currentPlace, loadConfig } from '../../src/config/index.ts';
import {
  assertKept,
  ENVIRONMENT,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from '../crash/numbered-events.ts';
import { fillIn, readTopology, startCluster } from '../support/programs/start-cluster.ts';
import { withoutClickhouse } from '../support/store/without-clickhouse.ts';

/** What an operator is asked for. */
const GIVEN = {
  XPLAIN_PUBLIC_URL: 'https://logs.example.com',
  XPLAIN_SECRET: 'a-secret-that-all-nodes-share-0123456789',
  ENGINE_PASSWORD: 'a-password',
  XPLAIN_OBJECTS_URL: 's3://key:secret@s3.example.com/files?region=eu-central-1',
};

test('the nodes have every role, and the proxy leads to those with an API', () => {
  const { nodes, engines, upstreams } = readTopology();
  const configs = [...nodes].map(([name, environment]) => {
    const filled = fillIn(environment, GIVEN);
    const hosts = Object.values(filled).flatMap((value) =>
      URL.canParse(value) ? [new URL(value).hostname] : [],
    );
    const named = hosts.filter((host) => !host.includes('.'));
    assert.deepEqual(named.toSorted(), ['clickhouse', 'nats', 'postgres', 'valkey']);
    assert.ok(named.every((host) => engines.includes(host)));
    assert.equal(filled['XPLAIN_NODE_ID'], name);
    return { name, config: loadConfig(filled, { ...currentPlace(), directory: '/data' }) };
  });
  const withRole = (role: 'api' | 'writer' | 'scheduler'): string[] =>
    configs.filter(({ config }) => config.roles.includes(role)).map(({ name }) => name);

  assert.deepEqual(withRole('api'), ['api-1', 'api-2']);
  assert.deepEqual(withRole('writer'), ['writer-1', 'writer-2']);
  assert.deepEqual(withRole('scheduler'), ['scheduler']);
  assert.deepEqual(upstreams, withRole('api'));
  for (const { config } of configs) {
    assert.deepEqual(
      [config.store.kind, config.queue.kind, config.metadata.kind, config.objects.kind],
      ['clickhouse', 'nats', 'postgres', 's3'],
    );
  }
});

const LATER = fileURLToPath(new URL('../support/programs/main-later.ts', import.meta.url));
const DRAIN_MS_MAX = 240_000;
/** In the order of docs/operating/upgrade.md. */
const EXCHANGED = ['scheduler', 'writer-1', 'writer-2', 'api-1', 'api-2'];

test(
  'a cluster is upgraded node by node and one goes back, while events come: each is there once',
  { skip: withoutClickhouse() },
  async (t) => {
    const cluster = await startCluster(t, ENVIRONMENT);
    if (cluster === undefined) return;
    const { url, nodes } = cluster;
    const { ada, key } = await prepareSending(url);
    // A session of one node holds on the other: the proxy takes them in turns.
    for (let call = 0; call < 4; call++) await ada.read('/api/v1/organization');
    const promises: Promises = { accepted: new Set(), answers: [] };
    const stop = new AbortController();
    const sending = keepSending({ url, key }, promises, stop.signal, { pauseMs: 50 });

    for (const name of EXCHANGED) {
      // One of them dies instead of stopping.
      await nodes.get(name)?.stop(name === 'writer-2' ? 'SIGKILL' : 'SIGTERM');
      await cluster.restart(name, LATER);
      const before = promises.accepted.size;
      while (promises.accepted.size === before) await ada.read('/api/v1/organization');
    }
    await nodes.get('api-1')?.stop();
    const older = await cluster.restart('api-1');
    stop.abort();
    await sending;

    await untilDrained(older.url, DRAIN_MS_MAX);
    const count = await assertKept({ url, key }, promises);
    assert.ok(count >= promises.accepted.size && count > EXCHANGED.length);
  },
);
