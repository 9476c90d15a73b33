import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startNats, type TestNats } from '../../../../test/support/programs/start-nats.ts';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { MB } from '../../../spec/units.ts';
import { acme, birch, claimed, drain, entry, EVERYTHING } from '../entries.suite.ts';
import type { Claim, IngestQueue } from '../queue.ts';
import { encodeManifest, entryRef, newManifest } from './manifest.ts';
import { HEADERS } from './nats-queue.ts';
import { openNatsQueue } from './open-nats-queue.ts';

/** Hasty, so that a test sees what otherwise takes minutes. */
const limits = { ...LIMITS.queue, recordMsMin: 200, chunkMsMax: 500 };
const needs = { clock: systemClock, log: silentLog, limits };

function open({ url }: TestNats): Promise<IngestQueue> {
  return openNatsQueue(needs, { servers: [url] });
}

/** What lies on the server, by subject. */
async function contents({ url }: TestNats): Promise<Record<string, number>> {
  await using connection = await openConnection(url);
  const jsm = await jetstreamManager(connection.nats);
  const subjects = { subjects_filter: '>' };
  const [entries, control] = await Promise.all(
    ['xplain_entries', 'xplain_control'].map((stream) => jsm.streams.info(stream, subjects)),
  );
  return { ...entries?.state.subjects, ...control?.state.subjects };
}

async function openConnection(url: string) {
  const nats = await connect({ servers: url });
  return { nats, [Symbol.asyncDispose]: () => nats.close() };
}

async function untilOnly(server: TestNats, expected: Record<string, number>): Promise<void> {
  let found = {};
  for (let turn = 0; turn < 600; turn++) {
    found = await contents(server);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    await sleep(50);
  }
  assert.deepEqual(found, expected);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    if (await isTrue()) return;
    await sleep(50);
  }
  assert.fail('it did not happen');
}

async function untilEntries(server: TestNats, count: number): Promise<void> {
  await until(async () => (await contents(server))[`xplain.entry.${acme}`] === count);
}

const NOTHING = { 'xplain.control.marker': 1 };

test('nothing stays on the server of what was stored, replayed, discarded or forgotten', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using queue = await open(server);
  await queue.append({ organization: acme, events: 1, payload: new Uint8Array(3 * MB) });
  for (const text of ['a1', 'a2', 'a3', 'a4']) await queue.append(entry(acme, text));
  await queue.append(entry(birch, 'b1'));
  await queue.deadLetter(await claimed(queue, { eventsMax: 3, bytesMax: 10 * MB }), 'Refused.');
  await queue.spillOldest(1, 'The store was away.');

  await queue.discardDeadLetters({ spilledOnly: true });
  await queue.forgetOrganization(birch);
  await queue.replayDeadLetters({});
  await drain(queue);

  await untilOnly(server, NOTHING);
});

test('an entry that others were removed around is known to a node that starts later', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using queue = await open(server);
  for (const text of ['first', 'middle', 'last']) await queue.append(entry(acme, text));
  const one = { eventsMax: 1, bytesMax: MB };
  const first = await claimed(queue, one);
  const middle = await claimed(queue, one);
  const last = await claimed(queue, one);

  // In this order: the server's index of subjects says then that nothing is left before the last one.
  await queue.acknowledge(last);
  await untilEntries(server, 2);
  await queue.acknowledge(first);
  await untilEntries(server, 1);

  await using later = await open(server);
  assert.equal(later.depth().events, 1);
  await queue.release(middle);
  let again: Claim | undefined;
  await until(async () => (again = await later.claim(EVERYTHING)) !== undefined);
  assert.deepEqual(again?.entries, middle.entries);
});

test('what a dead node left half removed is removed by another', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using queue = await open(server);
  const sequence = Number(await queue.append(entry(acme, 'stored by the dead one')));
  await using connection = await openConnection(server.url);
  const token = 'token';
  const mark = await markOf(connection.nats, sequence);
  const gone = { token, fate: 'gone', entries: [entryRef(sequence, mark)], createdAt: 0 } as const;

  await jetstream(connection.nats).publish(
    `xplain.control.manifest.${token}`,
    encodeManifest(newManifest(gone)),
  );

  await untilOnly(server, NOTHING);
  assert.equal(queue.depth().events, 0);
});

test('an entry that got the number of a lost one is not taken for it', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using queue = await open(server);
  const sequence = Number(await queue.append(entry(acme, 'accepted after the power cut')));
  await using connection = await openConnection(server.url);
  const gone = { token: 'old', fate: 'gone', entries: [entryRef(sequence, '---')] } as const;

  await jetstream(connection.nats).publish(
    'xplain.control.manifest.old',
    encodeManifest(newManifest({ ...gone, createdAt: 0 })),
  );

  await untilOnly(server, { [`xplain.entry.${acme}`]: 1, ...NOTHING });
  assert.deepEqual(await drain(queue), ['accepted after the power cut']);
});

async function markOf(nats: NatsConnection, sequence: number): Promise<string> {
  const jsm = await jetstreamManager(nats);
  const message = await jsm.streams.getMessage('xplain_entries', { seq: sequence });
  return message?.header.get(HEADERS.mark) ?? '';
}

test('chunks that never became an entry are removed, the others stay', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using queue = await open(server);
  await queue.append({ organization: acme, events: 1, payload: new Uint8Array(2 * MB) });
  const before = await contents(server);
  await using connection = await openConnection(server.url);

  const orphan = `xplain.chunk.${acme}.${Date.now()}-orphan`;
  await jetstream(connection.nats).publish(orphan, 'a part of something');
  assert.equal((await contents(server))[orphan], 1);

  await untilOnly(server, before);
  assert.equal((await claimed(queue)).bytes, 2 * MB);
});
