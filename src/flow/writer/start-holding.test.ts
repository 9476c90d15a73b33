import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats } from '../../../test/support/programs/start-nats.ts';
import { systemClock } from '../../base/clock.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { payloadOf } from '../../../test/support/ingest/payload-of.ts';
import { openQueue } from '../../engines/queue/open-queue.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import type { QuotaVerdict, StoredShare } from '../../guard/limits/index.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { startHolding } from './index.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');
const BLOCK = new Uint8Array([1, 2, 3]);
const limits = { ...LIMITS.ingest, lingerMs: 5, retryDelayMsMin: 1, retryDelayMsMax: 2 };

interface Bench {
  readonly holding: IngestQueue;
  readonly queue: IngestQueue;
  readonly clock: { at: number; now(): number };
  readonly over: Set<OrganizationId>;
  readonly stored: { token: string; events: number }[];
  readonly counted: { kind: string; share: StoredShare }[];
  readonly breaks: { insert: boolean; counting: boolean };
}

/** Opens queues that go with the test. */
type OpenQueue = (stack: AsyncDisposableStack, name: string) => Promise<IngestQueue>;

const needs = { clock: systemClock, log: silentLog, limits: LIMITS };

const onDisk: OpenQueue = async (stack) => {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-holding-'));
  stack.defer(() => removeFolder(directory));
  return stack.use(await openQueue(needs, { kind: 'lmdb', directory }));
};

async function bench(t: TestContext, openOne: OpenQueue = onDisk): Promise<Bench> {
  const clock = { at: 10_000_000, now: () => clock.at };
  const stack = new AsyncDisposableStack();
  t.after(() => stack.disposeAsync());
  const made: Bench = {
    holding: await openOne(stack, 'held'),
    queue: await openOne(stack, 'ingest'),
    clock,
    over: new Set(),
    stored: [],
    counted: [],
    breaks: { insert: false, counting: false },
  };
  const count =
    (kind: string) =>
    async (_token: string, shares: readonly StoredShare[]): Promise<void> => {
      if (made.breaks.counting) throw new Error('the metadata store is away');
      for (const share of shares) made.counted.push({ kind, share });
    };
  const verdictOf = (organization: OrganizationId): QuotaVerdict =>
    made.over.has(organization) ? 'held' : 'open';
  stack.use(
    startHolding({
      ...made,
      limits,
      log: silentLog,
      metrics: silentMetrics,
      verdictOf,
      store: {
        insert: async ({ token, events }) => {
          if (made.breaks.insert) throw new Error('refused');
          made.stored.push({ token, events });
        },
        health: async () => ({ state: 'up' }),
      },
      recordUsage: count('stored'),
      recordDiscarded: count('discarded'),
    }),
  );
  return made;
}

async function hold({ holding, clock }: Bench, organization: OrganizationId, events = 1) {
  const payload = payloadOf({ block: BLOCK, sentBytes: 10 * events, acceptedAt: clock.now() });
  await holding.append({ organization, events, payload });
}

async function until(isMet: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_500 && !isMet(); turn++) await sleep(20);
  assert.ok(isMet());
}

const sum = (list: readonly { events: number }[]): number =>
  list.reduce((total, { events }) => total + events, 0);

test('what is held stays until its own organization is released, then is stored once', async (t) => {
  const made = await bench(t);
  made.over.add(acme).add(birch);
  for (let turn = 0; turn < 3; turn++) await hold(made, acme, 2);
  await hold(made, birch, 5);
  await sleep(1_300);
  assert.deepEqual(made.stored, []);

  made.over.delete(acme);
  await until(() => sum(made.stored) === 6);
  await until(() => made.holding.depth().events === 5);

  assert.deepEqual(
    made.counted.map(({ kind, share }) => [kind, share.organization, share.sentBytes]),
    Array.from({ length: 3 }, () => ['stored', acme, 20]),
  );
  made.over.delete(birch);
  await until(() => sum(made.stored) === 11);
});

test('what is held for too long is counted and gone; what came later stays', async (t) => {
  const made = await bench(t);
  made.over.add(acme);
  const entries = 40;
  await Promise.all(Array.from({ length: entries }, () => hold(made, acme)));
  made.clock.at += limits.quotaHoldMsMax - 1;
  await hold(made, acme, 7);
  await sleep(1_300);
  assert.equal(made.holding.depth().events, entries + 7);

  made.clock.at += 1;
  await until(() => made.holding.depth().events === 7);

  assert.equal(made.counted.length, entries);
  assert.ok(made.counted.every(({ kind }) => kind === 'discarded'));
  made.over.delete(acme);
  await until(() => sum(made.stored) === 7);
});

test('what cannot be counted is not thrown away', async (t) => {
  const made = await bench(t);
  made.over.add(acme);
  made.breaks.counting = true;
  await hold(made, acme, 3);
  made.clock.at += limits.quotaHoldMsMax;
  await sleep(1_300);
  assert.equal(made.holding.depth().events, 3);

  made.breaks.counting = false;
  await until(() => made.holding.depth().events === 0);

  assert.deepEqual(made.counted.length, 1);
});

test('what the store refuses for good goes where dead letters are seen', async (t) => {
  const made = await bench(t);
  made.breaks.insert = true;
  await hold(made, acme, 3);

  await until(() => made.queue.depth().events === 3);

  await until(() => made.holding.depth().events === 0);
});

test('on a queue that nodes share, what is held is released and discarded all the same', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  const made = await bench(t, async (stack, name) =>
    stack.use(await openQueue(needs, { kind: 'nats', servers: [server.url], name })),
  );
  made.over.add(acme).add(birch);
  await hold(made, acme, 2);
  await hold(made, birch, 5);
  await until(() => made.holding.depth().events === 7);
  await sleep(1_300);
  assert.deepEqual(made.stored, []);

  made.over.delete(acme);
  await until(() => sum(made.stored) === 2);
  await until(() => made.holding.depth().events === 5);
  made.clock.at += limits.quotaHoldMsMax;
  await until(() => made.holding.depth().events === 0);

  assert.deepEqual(
    made.counted.map(({ kind, share }) => [kind, share.organization]),
    [
      ['stored', acme],
      ['discarded', birch],
    ],
  );
  assert.equal(sum(made.stored), 2);
});
