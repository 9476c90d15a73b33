import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { silentLog } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import type { Buckets } from './buckets.ts';
import { createMeasureWindow } from './measure-window.ts';
import { shareMeasures } from './share-measures.ts';

const { windowMs, keptEveryMs, silentMsMax, nodesMax } = LIMITS.targets;
const count = (n: number): Buckets => ({ bounds: [1], counts: [n, 0] });

/** Nodes of one installation. */
function startNodes(t: TestContext) {
  const clock = fakeClock();
  const listeners = new Set<(payload: string) => void>();
  const metadata: Pick<Metadata, 'notify' | 'listen'> = {
    notify: async (_channel, payload) => {
      for (const hear of listeners) hear(payload);
    },
    listen: async (_channel, listener) => {
      const hear = (payload: string): void => listener.onMessage(payload);
      listeners.add(hear);
      return { [Symbol.asyncDispose]: async () => void listeners.delete(hear) };
    },
  };
  const start = (read: () => Buckets | undefined) => {
    const readCounts = async () => ({ ingest_latency: read() });
    const node = shareMeasures({ metadata, clock, log: silentLog, readCounts });
    t.after(() => node[Symbol.asyncDispose]());
    return node;
  };
  return { clock, metadata, start };
}

test('the window holds what was counted within a day, and says where it begins', () => {
  const startedAt = 1_000;
  const window = createMeasureWindow(startedAt);
  const at = (hours: number): number => startedAt + hours * HOUR_MS;
  for (let hour = 1; hour <= 30; hour++) window.note(at(hour), { x: count(hour * 10) });

  const now = at(30);
  assert.deepEqual(window.read(now, { x: count(305) }), {
    from: now - windowMs,
    counts: { x: count(305 - 60) },
  });
  const fresh = createMeasureWindow(startedAt);
  fresh.note(startedAt + keptEveryMs, { x: count(5) });
  assert.deepEqual(fresh.read(at(2), { x: count(7) }), {
    from: startedAt,
    counts: { x: count(7) },
  });
});

test('a node knows what the others have measured, until they are silent', async (t) => {
  const { clock, start } = startNodes(t);
  const writer = start(() => count(7));
  const api = start(() => undefined);
  const from = clock.now();

  assert.deepEqual(await api.read(), [{ from, counts: { ingest_latency: undefined } }]);
  await writer.tell();
  assert.deepEqual(await api.read(), [
    { from, counts: { ingest_latency: undefined } },
    { from, counts: { ingest_latency: count(7) }, heardAt: from },
  ]);
  assert.equal((await writer.read()).length, 1, 'nobody counts itself twice');
  await writer.tell();
  assert.equal((await api.read()).length, 2);
  clock.advance(silentMsMax);
  assert.equal((await api.read()).length, 2);
  clock.advance(1);
  assert.equal((await api.read()).length, 1);
});

test('what another release says is left out', async (t) => {
  const { metadata, start } = startNodes(t);
  const api = start(() => count(1));

  for (const payload of [
    'no json',
    '7',
    '{"node":1,"from":2,"counts":{}}',
    '{"node":"a","from":"2","counts":{}}',
    '{"node":"a","from":2}',
  ]) {
    await metadata.notify('measures', payload);
    assert.equal((await api.read()).length, 1, payload);
  }
  const odd = { bounds: [1], counts: [1] };
  const counts = { ingest_latency: odd, other: { bounds: [1], counts: [1, null] } };
  await metadata.notify('measures', JSON.stringify({ node: 'a', from: 2, counts }));
  assert.deepEqual((await api.read())[1]?.counts, {});
});

test('so many nodes are counted, and no more', async (t) => {
  const { metadata, start } = startNodes(t);
  const api = start(() => count(1));
  for (let node = 0; node <= nodesMax; node++) {
    const reported = { node: `n${node}`, from: 2, counts: {} };
    await metadata.notify('measures', JSON.stringify(reported));
  }

  assert.equal((await api.read()).length, 1 + nodesMax);
});
