/** The whole way in for events, from the endpoints to the store, which refuses on command; and a quota that holds on command. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { openQueue } from '../../src/engines/queue/open-queue.ts';
import type { IngestQueue } from '../../src/engines/queue/queue.ts';
import type { LogStore } from '../../src/engines/store/store.ts';
import { deadLetterRoutes } from '../../src/flow/ingest/dead-letters/dead-letter-routes.ts';
import { createReceiptIds } from '../../src/flow/ingest/index.ts';
import { createLocalReader } from '../../src/flow/ingest/reading/create-local-reader.ts';
import { ingestRoutes } from '../../src/flow/ingest/routes.ts';
import { startHolding, startWriter } from '../../src/flow/writer/index.ts';
import type { QuotaVerdict } from '../../src/guard/limits/index.ts';
import { listen } from '../../src/http/listen.ts';
import { createTestEncoder } from '../support/ingest/event-encoder.ts';
import { LIMITS } from '../support/limits.ts';
import type { AccessUnderTest } from '../support/open-access.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startAccess } from '../support/start-access.ts';
import { openRawConnection, rawPost } from './raw-client.ts';

export interface ExportIngest {
  readonly call: ReturnType<typeof startAccess>['call'];
  /** Sends requests as fast as they are taken. */
  send(key: string, bodies: readonly Buffer[]): Promise<void>;
  /** One request; answers with how long it took. */
  sendOne(key: string, body: Buffer): Promise<number>;
  /** From now on the store refuses whatever comes. */
  refuse(isRefusing: boolean): void;
  /** From now on what comes is over the quota. */
  hold(isHolding: boolean): void;
  /** Resolves when nothing waits to be stored but what is held and what is dead. */
  drained(): Promise<void>;
  heldEvents(): number;
  deadEvents(): Promise<number>;
}

const CONNECTIONS = 2;
const DRAINED_LOOK_MS = 50;

export async function openExportIngest(
  t: TestContext,
  access: AccessUnderTest,
  store: LogStore,
): Promise<ExportIngest> {
  const state = { isRefusing: false, isHolding: false };
  const folder = mkdtempSync(join(tmpdir(), 'xplain-export-endpoints-'));
  const opened = new AsyncDisposableStack();
  t.after(async () => {
    await opened.disposeAsync();
    removeFolder(folder);
  });
  const openOne = (name: string): Promise<IngestQueue> => {
    const needs = { clock: systemClock, log: silentLog, limits: LIMITS };
    return openQueue(needs, { kind: 'lmdb', directory: join(folder, name) });
  };
  const queue = opened.use(await openOne('queue'));
  const holding = opened.use(await openOne('holding'));
  const verdictOf = (): QuotaVerdict => (state.isHolding ? 'held' : 'open');
  const writing = {
    store: refusing(store, () => state.isRefusing),
    // Refused batches are dead at once: the waits between tries are no part of this.
    limits: { ...LIMITS.ingest, retriesMax: 0 },
    clock: systemClock,
    log: silentLog,
    metrics: silentMetrics,
    recordUsage: async () => {},
    recordDiscarded: async () => {},
  };
  opened.use(startWriter({ ...writing, queue }));
  opened.use(startHolding({ ...writing, queue, holding, verdictOf }));
  const { metadata, cache } = access;
  const common = { metadata, cache, limits: LIMITS };
  const rates = { ingest: 0, management: 0 };
  const { app, call } = startAccess(t, access, {
    rates,
    mount: (mounted) => {
      ingestRoutes(mounted, {
        ...common,
        queue,
        holding,
        clock: systemClock,
        reader: createLocalReader({ ...common, encoder: createTestEncoder() }),
        heldRoom: { require: () => {} },
        backpressure: () => 0,
        noteDepth: () => {},
        quota: { verdict: verdictOf, note: () => {} },
        receipts: createReceiptIds('secret of the endpoints of a bench'),
      });
      deadLetterRoutes(mounted, { queue, metadata, clock: systemClock });
    },
  });
  const url = `http://127.0.0.1:${await listen(app, { host: '127.0.0.1', port: 0 })}`;
  return {
    call,
    send: (key, bodies) => sendAll({ url, key }, bodies),
    sendOne: (key, body) => timeOne({ url, key }, body),
    refuse: (isRefusing) => void (state.isRefusing = isRefusing),
    hold: (isHolding) => void (state.isHolding = isHolding),
    async drained() {
      while (queue.depth().events > 0) await sleep(DRAINED_LOOK_MS);
      while (!state.isHolding && holding.depth().events > 0) await sleep(DRAINED_LOOK_MS);
    },
    heldEvents: () => holding.depth().events,
    async deadEvents() {
      const letters = await queue.listDeadLetters({}, { limit: 10_000 });
      return letters.reduce((sum, { events }) => sum + events, 0);
    },
  };
}

function refusing(store: LogStore, isRefusing: () => boolean): LogStore {
  return {
    ...store,
    async insert(batch) {
      if (isRefusing()) throw new Error('refused on command');
      await store.insert(batch);
    },
  };
}

interface Sender {
  readonly url: string;
  readonly key: string;
}

async function sendAll(sender: Sender, bodies: readonly Buffer[]): Promise<void> {
  let next = 0;
  const sendNext = async (): Promise<void> => {
    using connection = await openRawConnection(sender.url);
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const request = rawPost({ ...sender, path: '/api/v1/logs/batch', body });
      // A full queue says so, and is asked again.
      while ((await connection.ask(request)) !== 202) await sleep(DRAINED_LOOK_MS);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendNext));
}

async function timeOne(sender: Sender, body: Buffer): Promise<number> {
  using connection = await openRawConnection(sender.url);
  const request = rawPost({ ...sender, path: '/api/v1/logs/batch', body });
  const begun = performance.now();
  const status = await connection.ask(request);
  if (status !== 202) throw new Error(`an event was answered with ${status}`);
  return performance.now() - begun;
}
