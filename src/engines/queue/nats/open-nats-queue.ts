/**
 * The queue of several nodes: entries and their manifests in two streams of NATS JetStream. See
 * docs/decisions/0011-queue.md for what that costs, and for the server's own setting of durability.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBase62 } from '../../../base/ids.ts';
import type { EngineHealth } from '../../../base/health.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { oldestPositions } from '../oldest-positions.ts';
import type { IngestQueue, QueueFront } from '../queue.ts';
import {
  acknowledge,
  claimEntries,
  countNodes,
  deadLetter,
  isAnySpilling,
  release,
  retryLater,
  waitForWork,
} from './claims.ts';
import { connectToNats } from './connect-to-nats.ts';
import {
  discardDeadLetters,
  forgetOrganization,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetters,
  spillOldest,
} from './dead-letters.ts';
import { startOver } from './control.ts';
import { storeEntry } from './entries.ts';
import {
  assertOpen,
  createNatsQueue,
  reloadView,
  type NatsNeeds,
  type NatsQueue,
} from './nats-queue.ts';
import { sweep, sweepChunks } from './remove-entries.ts';

export interface NatsQueueOptions {
  /** Addresses of one cluster: `nats://user:password@host:4222`, or `tls://…`. */
  readonly servers: readonly string[];
  /** The first word of all streams and subjects; queues with different names are independent. */
  readonly name?: string;
  /** Copies that the cluster keeps of each message. */
  readonly replicas?: number;
}

const NODE_CHARACTERS = 12;
/** Sweeps within the time after which something may be swept away. */
const SWEEPS = 5;
/** Signs of life within one lease: two may be lost. */
const SIGNS_PER_LEASE = 3;
const RELOAD_MS = 200;
const CLOSE_MS_MAX = 5 * SECOND_MS;

export async function openNatsQueue(
  needs: NatsNeeds,
  options: NatsQueueOptions,
): Promise<IngestQueue> {
  const connection = await connectToNats(needs.limits, options.servers);
  try {
    const queue = await createNatsQueue(needs, connection, {
      name: options.name ?? 'xplain',
      replicas: options.replicas ?? 1,
      node: randomBase62(NODE_CHARACTERS),
    });
    const timers = startTimers(queue);
    listenForSigns(queue);
    void watchConnection(queue);
    return queueOn(queue, timers);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function queueOn(queue: NatsQueue, timers: readonly NodeJS.Timeout[]): IngestQueue {
  return {
    async append(entry) {
      assertOpen(queue);
      return BigInt(await storeEntry(queue, entry));
    },
    claim: (bounds) => claimEntries(queue, bounds),
    waitForWork: (signal) => waitForWork(queue, signal),
    acknowledge: ({ token }) => acknowledge(queue, token),
    retryLater: ({ token }, delayMs) => retryLater(queue, token, delayMs),
    release: ({ token }) => release(queue, token),
    deadLetter: ({ token }, reason) => deadLetter(queue, token, reason),
    spillOldest: (events, reason) => spillOldest(queue, events, reason),
    listDeadLetters: (filter, page) => listDeadLetters(queue, filter, page),
    replayDeadLetters: (filter) => replayDeadLetters(queue, filter),
    discardDeadLetters: (filter) => discardDeadLetters(queue, filter),
    readDeadLetter: (organization, id) => readDeadLetter(queue, organization, id),
    forgetOrganization: (organization) => forgetOrganization(queue, organization),
    depth: () => queue.ledger.depthCount.depth,
    entries: (organization) => queue.ledger.depthCount.entries(organization),
    front: () => frontOf(queue),
    nodes: () => countNodes(queue),
    noteSpilling: (isSpilling) => noteSpilling(queue, isSpilling),
    isSpilling: () => isAnySpilling(queue),
    noteFull: () => noteFull(queue),
    sinceFullMs: () => performance.now() - queue.fullAt,
    health: () => health(queue),
    [Symbol.asyncDispose]: () => close(queue, timers),
  };
}

/** Informs the other nodes with a heartbeat, which is sent immediately. */
function noteSpilling(queue: NatsQueue, isSpilling: boolean): void {
  noteSign(queue, queue.node, isSpilling);
  if (queue.isConnected) sendSign(queue);
}

/** Many refusals occur at the same time; other nodes need only one notification per interval. */
const FULL_EVERY_MS = 1 * SECOND_MS;

function noteFull(queue: NatsQueue): void {
  const now = performance.now();
  if (now - queue.fullAt < FULL_EVERY_MS) return;
  queue.fullAt = now;
  if (queue.isConnected) sendSign(queue, FULL);
}

const SPILLING = 'spilling';
const FULL = 'full';

/** Sends the status of a node: words, separated by spaces. */
function sendSign({ connection, subjects, node, spilling }: NatsQueue, ...words: string[]): void {
  const said = spilling.has(node) ? [SPILLING, ...words] : words;
  connection.publish(subjects.sign(node), said.join(' '));
}

function noteSign(queue: NatsQueue, node: string, isSpilling: boolean): void {
  if (isSpilling) queue.spilling.add(node);
  else queue.spilling.delete(node);
}

function startTimers(queue: NatsQueue): readonly NodeJS.Timeout[] {
  const every = (ms: number, work: () => Promise<void>): NodeJS.Timeout => {
    let isRunning = false;
    return setInterval(() => {
      if (isRunning || !queue.isConnected) return;
      isRunning = true;
      work()
        .catch((error: unknown) => {
          queue.log.warn({ err: error }, 'cleaning up the queue failed, retrying');
        })
        .finally(() => {
          isRunning = false;
        });
    }, ms).unref();
  };
  sendSign(queue);
  return [
    every(queue.limits.claimLeaseMs / SIGNS_PER_LEASE, async () => sendSign(queue)),
    every(queue.limits.recordMsMin / SWEEPS, () => sweep(queue)),
    every(queue.limits.chunkMsMax / SWEEPS, () => sweepChunks(queue)),
  ];
}

/** This node hears its own signs too. */
function listenForSigns(queue: NatsQueue): void {
  queue.signs.set(queue.node, performance.now());
  queue.connection.subscribe(queue.subjects.allSigns, {
    callback: (error, message) => {
      if (error !== null) return;
      const node = queue.subjects.tokenOf(message.subject);
      const now = performance.now();
      const silentMs = now - (queue.signs.get(node) ?? now);
      queue.signs.set(node, now);
      const words = message.string().split(' ');
      if (words.includes(FULL)) queue.fullAt = now;
      if (node !== queue.node) noteSign(queue, node, words.includes(SPILLING));
      if (node !== queue.node || silentMs <= silenceMsMax(queue)) return;
      // Its process was stopped, without losing the connection: manifests may have come and gone meanwhile.
      queue.log.warn({ silentMs: Math.round(silentMs) }, 'this node was paused');
      void untilDone(queue, () => startOver(queue));
    },
  });
}

/** Until then every manifest that was written is still there to be read. */
function silenceMsMax({ limits }: NatsQueue): number {
  return Math.max(limits.recordMsMin, limits.claimLeaseMs);
}

/** While the server is unavailable, everything is refused; after a reconnect, the node reloads everything. */
async function watchConnection(queue: NatsQueue): Promise<void> {
  for await (const { type } of queue.connection.status()) {
    if (type === 'disconnect') {
      queue.isConnected = false;
      queue.lost.abort();
      queue.log.warn({}, 'nats unavailable');
    } else if (type === 'reconnect') {
      queue.isConnected = true;
      queue.lost = new AbortController();
      queue.signs.set(queue.node, performance.now());
      queue.log.info({}, 'nats available again');
      void untilDone(queue, () => reloadView(queue));
    }
  }
}

async function untilDone(queue: NatsQueue, reload: () => Promise<void>): Promise<void> {
  const { signal } = queue.lost;
  while (!signal.aborted && !queue.isClosed) {
    try {
      await reload();
      return;
    } catch (error) {
      queue.log.warn({ err: error }, 'reading the queue failed, retrying');
      await sleep(RELOAD_MS, undefined, { ref: false });
    }
  }
}

const HEALTH_MS_MAX = 2 * SECOND_MS;

async function health(queue: NatsQueue): Promise<EngineHealth> {
  if (queue.isClosed) return { state: 'down', note: 'The queue is closed.' };
  if (!queue.isConnected) return { state: 'down', note: 'NATS is not connected.' };
  const patience = sleep(HEALTH_MS_MAX, undefined, { ref: false }).then(() => {
    throw new Error('NATS is slow.');
  });
  try {
    await Promise.race([queue.jsm.streams.info(queue.subjects.entryStream), patience]);
    return { state: 'up' };
  } catch {
    return {
      state: 'down',
      note: 'NATS is connected, but its queue stream is not responding.',
    };
  }
}

/** Claims held by this node become available to other nodes immediately. */
async function close(queue: NatsQueue, timers: readonly NodeJS.Timeout[]): Promise<void> {
  if (queue.isClosed) return;
  for (const timer of timers) clearInterval(timer);
  if (queue.isConnected) {
    const farewell = Promise.allSettled([
      ...[...queue.handedOut].map((token) => release(queue, token)),
      ...queue.removals,
    ]);
    await Promise.race([farewell, sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
  }
  queue.isClosed = true;
  queue.wakeUp.wake();
  await queue.connection.close();
}

function frontOf({ ledger, entryTail }: NatsQueue): QueueFront {
  const oldest = oldestPositions(ledger.fronts(), ({ sequence }) => BigInt(sequence));
  // Entries stored by this node may be known before the stream delivers them.
  return { oldest, last: BigInt(Math.max(entryTail.sequence, ledger.newest)) };
}
