import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../src/base/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { openMemoryCounters } from '../../../src/engines/counters/memory/open-memory-counters.ts';
import { openSharedCounters } from '../../../src/engines/counters/shared/open-shared-counters.ts';
import { askWithRetries, noAnswer } from '../../../src/engines/model/ask-with-retries.ts';
import { openTransport, WireError, type WireAnswer } from '../../../src/engines/model/transport.ts';
import { openOutbound } from '../../../src/engines/outbound/open-outbound.ts';
import { openObjects } from '../../../src/engines/objects/open-objects.ts';
import { createGroupCommit } from '../../../src/engines/queue/lmdb/group-commit.ts';
import { watchFreeSpace } from '../../../src/engines/queue/lmdb/free-space.ts';
import { refuseWhileFailing } from '../../../src/engines/queue/lmdb/refuse-while-failing.ts';
import { queueUnavailable } from '../../../src/engines/queue/queue-unavailable.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { GB } from '../../../src/spec/units.ts';
import { SYSTEM } from '../actors.ts';
import { isGivenUpWithin, outcomeOf, passTime, settle, silence, stopTime } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';

/** More than any disk has free. */
const ENDLESS = 1_000_000 * GB;

async function folder(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-limits-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function stateOfTwoKeys({ counters: limits }: Limits): Promise<string> {
  const counters = openMemoryCounters({ clock: systemClock, limits });
  counters.hit('one', 10, 60_000);
  counters.hit('other', 10, 60_000);
  return (await counters.health()).state;
}

/** Takes connections, and answers what it is asked, as long as it is told to. */
async function startRedis(t: TestContext) {
  const server = { isSilent: false, url: '' };
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (server.isSilent) return;
      for (const [, command = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        socket.write(REPLIES[command.toLowerCase()] ?? '+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  server.url = `redis://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return server;
}

const REPLIES: Readonly<Record<string, string>> = {
  info: '$7\r\nready:1\r\n',
  evalsha: '*4\r\n:1\r\n:1\r\n:1000\r\n:0\r\n',
};

/** Whether a start goes on after 100 ms without a server that answers. */
async function isOpenedAlone({ counters: limits }: Limits, t: TestContext): Promise<boolean> {
  const server = await startRedis(t);
  server.isSilent = true;
  const opening = { done: undefined as Promise<AsyncDisposable> | undefined };
  const isOpen = await isGivenUpWithin(t, 100, () => {
    const needs = { clock: systemClock, log: silentLog, limits };
    opening.done = openSharedCounters(needs, { url: server.url });
    return opening.done;
  });
  await passTime(t, 10_000);
  await (await opening.done)?.[Symbol.asyncDispose]();
  return isOpen;
}

/** Whether a node counts by itself after 100 ms without an answer. */
async function isCountedAlone({ counters: limits }: Limits, t: TestContext): Promise<boolean> {
  const server = await startRedis(t);
  const needs = { clock: systemClock, log: silentLog, limits };
  await using counters = await openSharedCounters(needs, { url: server.url });
  if ((await counters.health()).state !== 'up') throw new Error('there are no shared counters');
  server.isSilent = true;
  const isCounted = await isGivenUpWithin(t, 100, async () => counters.hit('key', 10, 60_000));
  await passTime(t, 10_000);
  return isCounted;
}

async function objects({ objects: limits }: Limits, t: TestContext) {
  const place = { kind: 'disk', directory: await folder(t) } as const;
  const outbound = openOutbound({ networks: [], hosts: [] });
  return openObjects({ clock: systemClock, limits, outbound }, place);
}

async function fileOfThree(limits: Limits, t: TestContext): Promise<string> {
  const kept = await objects(limits, t);
  const name = { organization: SYSTEM.organization, path: 'a' };
  return outcomeOf(() =>
    kept.write(`${name.organization}/${name.path}` as never, Readable.from([Buffer.from('abc')])),
  );
}

const stateOfObjects = async (limits: Limits, t: TestContext): Promise<string> =>
  (await (await objects(limits, t)).health()).state;

/** Whether a disk that does not answer counts as failed after 100 ms. */
async function isDiskGivenUp({ queue: limits }: Limits, t: TestContext): Promise<boolean> {
  stopTime(t);
  const tables = { root: { batch: silence } };
  const group = createGroupCommit({ log: silentLog, clock: systemClock, limits }, tables as never);
  const table = { put: () => {}, remove: () => {} };
  void group.commit([{ table, key: Buffer.from('k'), value: new Uint8Array(1) } as never]);
  await settle();
  await passTime(t, 100);
  return group.failedAt !== undefined;
}

async function isDiskShort({ queue: limits }: Limits, t: TestContext): Promise<boolean> {
  const space = await watchFreeSpace({ clock: systemClock, limits }, await folder(t));
  return space.isShort();
}

const beforeSlowDisk = ({ queue: limits }: Limits): Promise<string> =>
  outcomeOf(() => refuseWhileFailing(limits, { failedAt: undefined, pendingBytes: 100 }, 0));

/** How often a model is asked, within so much time, that answers like this. */
function timesAsked(answer: Omit<WireAnswer, 'body'>, withinMs: number) {
  return async ({ model: limits }: Limits, t: TestContext): Promise<number> => {
    stopTime(t);
    let times = 0;
    const send = async (): Promise<WireAnswer> => {
      times += 1;
      return { ...answer, body: '' };
    };
    void ask(limits, send).catch(() => {});
    await settle();
    for (let step = 0; step < 10; step += 1) await passTime(t, withinMs / 10);
    return times;
  };
}

const BUSY = { status: 503, headers: {} };
const LATER = { status: 503, headers: { 'retry-after': '3' } };

function ask(limits: Limits['model'], send: (signal: AbortSignal) => Promise<WireAnswer>) {
  const needs = { log: silentLog, limits, random: () => 0 };
  const { signal } = new AbortController();
  return askWithRetries(needs, { facts: {}, send, read: () => undefined }, signal);
}

/** Whether a model that does not answer is given up after 100 ms. */
function isModelGivenUp({ model: limits }: Limits, t: TestContext): Promise<boolean> {
  const send = (signal: AbortSignal): Promise<never> => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new WireError('timeout', true)));
    return promise;
  };
  return isGivenUpWithin(t, 100, () => ask(limits, send));
}

/** Requests to a server whose address nobody finds. */
function calling({ model: limits }: Limits, t: TestContext) {
  let calls = 0;
  const resolve = (): void => void (calls += 1);
  const server = { isSecure: false, host: 'model.example', port: 80, isPrivateOnly: false };
  const transport = openTransport(server, limits, resolve as never);
  t.after(() => transport[Symbol.dispose]());
  const { signal } = new AbortController();
  const request = { method: 'GET', path: '/', headers: {} } as const;
  return { send: () => transport.send(request, signal), calls: () => calls };
}

async function callsAtOnce(limits: Limits, t: TestContext): Promise<number> {
  const { send, calls } = calling(limits, t);
  stopTime(t);
  for (let call = 0; call < 5; call += 1) void send().catch(() => {});
  await settle();
  return calls();
}

export const ENGINE_PROBES: ProbesOf<'counters' | 'objects' | 'queue' | 'model'> = {
  counters: {
    keysMax: probe(stateOfTwoKeys, [1, 'degraded'], [2, 'up']),
    connectMsMax: probe(isOpenedAlone, [50, true], [200, false]),
    answerMsMax: probe(isCountedAlone, [50, true], [200, false]),
  },
  objects: {
    bytesMax: probe(fileOfThree, [2, 'VALIDATION_ERROR'], [3, 'done']),
    freeBytesMin: probe(stateOfObjects, [1, 'up'], [ENDLESS, 'degraded']),
  },
  queue: {
    appendMsMax: probe(isDiskGivenUp, [50, true], [200, false]),
    pendingBytesMax: probe(beforeSlowDisk, [50, 'QUEUE_UNAVAILABLE'], [200, 'done']),
    retryAfterSeconds: probe(
      ({ queue }) => queueUnavailable(queue, undefined).facts.retryAfterSeconds,
      [3, 3],
      [4, 4],
    ),
    freeBytesMin: probe(isDiskShort, [1, false], [ENDLESS, true]),
  },
  model: {
    attemptsMax: probe(timesAsked(BUSY, 100_000), [2, 2], [4, 4]),
    retryDelayMsMin: probe(timesAsked(BUSY, 100), [50, 2], [200, 1]),
    retryAfterMsMax: probe(timesAsked(LATER, 5_000), [2_000, 1], [4_000, 2]),
    attemptMsMax: probe(isModelGivenUp, [50, true], [200, false]),
    totalMsMax: probe(isModelGivenUp, [50, true], [200, false]),
    connectMsMax: probe(
      (limits, t) => isGivenUpWithin(t, 100, calling(limits, t).send),
      [50, true],
      [200, false],
    ),
    connectionsMax: probe(callsAtOnce, [2, 2], [3, 3]),
    retryAfterSeconds: probe(
      ({ model }) => noAnswer(model).facts.retryAfterSeconds,
      [3, 3],
      [4, 4],
    ),
  },
};
