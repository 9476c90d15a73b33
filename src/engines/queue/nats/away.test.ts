/** A node that hears nothing for a while, though its connection stays: its process was stopped. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { startNats } from '../../../../test/support/programs/start-nats.ts';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { acme, birch, claimed, entry, texts } from '../entries.suite.ts';
import type { IngestQueue } from '../queue.ts';
import { openNatsQueue } from './open-nats-queue.ts';

/** Hasty, so that a test sees what otherwise takes minutes. */
const limits = { ...LIMITS.queue, recordMsMin: 1_000, claimLeaseMs: 600 };
/** More than a reader asks for at once. */
const MANY = 2_000;

function open(url: string): Promise<IngestQueue> {
  return openNatsQueue({ clock: systemClock, log: silentLog, limits }, { servers: [url] });
}

/** A way to the server that can be held up in both directions, as a stopped process holds it up. */
async function stallableWay(
  t: TestContext,
  url: string,
): Promise<{ readonly url: string; stall(): void; goOn(): void }> {
  const sockets: Socket[] = [];
  const way = createServer((near) => {
    const far = connectSocket(Number(new URL(url).port), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (bytes) => other.write(bytes));
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
      sockets.push(one);
    }
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    way.close();
  });
  return {
    url: `nats://127.0.0.1:${(way.address() as AddressInfo).port}`,
    stall() {
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      for (const socket of sockets) socket.resume();
    },
  };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1_500; turn++) {
    if (await isTrue()) return;
    await sleep(20);
  }
  assert.fail('it did not happen');
}

test('a node that was away learns what was settled and removed meanwhile', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  const way = await stallableWay(t, server.url);
  await using here = await open(server.url);
  await using away = await open(way.url);
  for (const organization of [acme, birch]) await here.append(entry(organization, organization));
  const claim = await claimed(here, { eventsMax: 1, bytesMax: 1 });
  await until(() => away.depth().events === 2);
  const client = await connect({ servers: server.url });
  t.after(() => client.close());
  const manager = await jetstreamManager(client);

  way.stall();
  // Then the server owes the stalled node nothing more that it asked for.
  const js = jetstream(client);
  const fill = Array.from({ length: MANY }, (_, n) => js.publish(`xplain.control.fill.${n}`, ''));
  await Promise.all(fill);
  await here.acknowledge(claim);
  const isRecordGone = async (): Promise<boolean> => {
    const found = { subjects_filter: 'xplain.control.manifest.>' };
    return (await manager.streams.info('xplain_control', found)).state.subjects === undefined;
  };
  await until(isRecordGone);
  way.goOn();

  await until(() => away.depth().events === 1);
  assert.deepEqual(texts(await claimed(away)), [birch]);
});
