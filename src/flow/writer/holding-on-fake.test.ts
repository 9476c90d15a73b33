/** What happens to held events, on a queue in memory that notes what it is asked for. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../test/support/limits.ts';
import { payloadOf } from '../../../test/support/ingest/payload-of.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { type Metrics, silentMetrics } from '../../base/metrics.ts';
import type { Claim, ClaimBounds, IngestQueue } from '../../engines/queue/queue.ts';
import { type HoldingNeeds, startHolding } from './start-holding.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');
const NOW = 10_000_000;
const HOLD_MS = 3_600_000;

interface Held {
  readonly organization: OrganizationId;
  readonly events: number;
  readonly acceptedAt: number;
}

const held = (organization: OrganizationId, events: number, ageMs: number): Held => ({
  organization,
  events,
  acceptedAt: NOW - ageMs,
});

function queueOf(entries: readonly Held[]) {
  const waiting = entries.map((entry, at) => ({ ...entry, token: `t${at}` }));
  const claimed = new Map<string, (typeof waiting)[number]>();
  const asked: ClaimBounds[] = [];
  const calls: unknown[][] = [];
  const claim = async (bounds: ClaimBounds): Promise<Claim | undefined> => {
    asked.push(bounds);
    const at = waiting.findIndex(({ organization }) => bounds.admits?.(organization) ?? true);
    const [entry] = at < 0 ? [] : waiting.splice(at, 1);
    if (entry === undefined) return undefined;
    claimed.set(entry.token, entry);
    const { token, organization, events, acceptedAt } = entry;
    const payload = payloadOf({ block: new Uint8Array([7]), sentBytes: 10 * events, acceptedAt });
    const one = { position: 1n, organization, events, payload };
    return { token, entries: [one], events, bytes: 9, attempts: 0, isRepeated: false };
  };
  const queue: Partial<IngestQueue> = {
    claim,
    acknowledge: async ({ token }) => {
      calls.push(['acknowledge', token]);
      claimed.delete(token);
    },
    release: async ({ token }) => {
      calls.push(['release', token]);
      const entry = claimed.get(token);
      claimed.delete(token);
      if (entry !== undefined) waiting.push(entry);
    },
    retryLater: async ({ token }) => void calls.push(['retry', token]),
    depth: () => {
      const all = [...waiting, ...claimed.values()];
      const shares = all.map(({ organization, events }) => [organization, { events, bytes: 9 }]);
      return { events: 0, bytes: 0, byOrganization: new Map(shares as never) };
    },
    front: () => ({ oldest: new Map(), last: 0n }),
    nodes: () => 1,
    noteSpilling: () => {},
    isSpilling: () => false,
    sinceFullMs: () => Infinity,
  };
  return { queue: queue as IngestQueue, asked, calls, waiting };
}

function begin(t: TestContext, entries: readonly Held[], more: Partial<HoldingNeeds> = {}) {
  const { queue, ...rest } = queueOf(entries);
  const told: unknown[][] = [];
  const lines: [string, string, object][] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void lines.push([level, message, fields]);
  const log: Log = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  const started = startHolding({
    holding: queue,
    queue: {
      append: async ({ organization, events }) => {
        told.push(['appended', organization, events]);
        return { position: 1n } as never;
      },
    },
    verdictOf: () => 'held',
    recordUsage: async (token) => void told.push(['stored', token]),
    recordDiscarded: async (token, shares) =>
      void told.push(['discarded', token, shares.map(({ sentBytes }) => sentBytes)]),
    store: {
      insert: async ({ token, events }) => void told.push(['inserted', token, events]),
      health: async () => ({ state: 'up' }),
    },
    limits: { ...LIMITS.ingest, quotaHoldMsMax: HOLD_MS, lingerMs: 1, retriesMax: 0 },
    clock: { now: () => NOW },
    log,
    metrics: silentMetrics,
    ...more,
  });
  t.after(() => started[Symbol.asyncDispose]());
  return { ...rest, told, lines, started };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 4_000 && !isSo(); i++) await sleep(1);
  assert.ok(isSo());
}

test('what has been held for an hour is counted, then gone, then said; what came later goes back', async (t) => {
  const { told, calls, lines, asked, waiting } = begin(t, [
    held(acme, 2, HOLD_MS),
    held(acme, 3, HOLD_MS - 1),
  ]);

  await until(() => calls.length === 2);
  await sleep(5);

  assert.deepEqual(told, [['discarded', 't0', [20]]]);
  assert.deepEqual(
    new Set(calls.map((call) => call.join(' '))),
    new Set(['acknowledge t0', 'release t1']),
  );
  assert.deepEqual(lines, [
    ['warn', 'events over the daily quota discarded', { organization: acme, events: 2 }],
  ]);
  assert.deepEqual(
    waiting.map(({ token }) => token),
    ['t1'],
  );
  const looks = asked.filter(({ eventsMax }) => eventsMax === 1);
  assert.equal(looks.length, 16, 'the front is known then, and not over');
  assert.ok(looks.every(({ bytesMax }) => bytesMax === 1));
});

test('many are thrown away sixteen at a time, then more, until the rest is young enough', async (t) => {
  const old = Array.from({ length: 20 }, () => held(acme, 1, HOLD_MS + 1));
  const { told, asked, waiting } = begin(t, [...old, held(acme, 1, 5), held(acme, 1, 7)]);

  await until(() => told.length === 20);
  await sleep(5);

  assert.equal(waiting.length, 2);
  assert.equal(asked.filter(({ eventsMax }) => eventsMax === 1).length, 16 + 256);
});

test('what is held of one organization does not touch another one', async (t) => {
  const { told, waiting, asked } = begin(t, [held(acme, 1, HOLD_MS), held(birch, 1, 0)]);

  await until(() => told.length === 1);
  await sleep(5);

  assert.deepEqual(told, [['discarded', 't0', [10]]]);
  assert.deepEqual(
    waiting.map(({ organization }) => organization),
    [birch],
  );
  assert.ok(asked.every(({ admits }) => admits?.(acme) !== admits?.(birch)));
});

test('what cannot be counted is given back, and said', async (t) => {
  const { calls, lines } = begin(t, [held(acme, 1, HOLD_MS)], {
    recordDiscarded: async () => {
      throw new Error('away');
    },
  });

  await until(() => lines.length > 0);

  assert.deepEqual(calls, [['release', 't0']]);
  assert.deepEqual(
    lines.map(([level, message]) => [level, message]),
    [['error', 'processing held events failed']],
  );
});

test('what is released is stored by one writer, and is never thrown away', async (t) => {
  const { told, calls } = begin(t, [held(acme, 3, 2 * HOLD_MS), held(birch, 1, 0)], {
    verdictOf: (organization) => (organization === acme ? 'open' : 'held'),
  });

  await until(() => calls.some(([call]) => call === 'acknowledge'));

  assert.deepEqual(told, [
    ['inserted', 't0', 3],
    ['stored', 't0'],
  ]);
  assert.deepEqual(
    calls.filter(([call]) => call === 'acknowledge'),
    [['acknowledge', 't0']],
  );
});

test('what the store refuses for good goes to the queue whose dead letters are seen', async (t) => {
  const { told, calls } = begin(t, [held(acme, 3, 0)], {
    verdictOf: () => 'open',
    store: {
      insert: async () => {
        throw new Error('refused');
      },
      health: async () => ({ state: 'up' }),
    },
  });

  await until(() => calls.length > 0);

  assert.deepEqual(told, [['appended', acme, 3]]);
  assert.deepEqual(calls, [['acknowledge', 't0']]);
});

test('the writer of held events reports under names of its own', async (t) => {
  const names: string[] = [];
  const metrics: Metrics = {
    counter: (name, help, ...rest) => {
      names.push(name);
      return silentMetrics.counter(name, help, ...rest);
    },
    gauge: (name, ...rest) => {
      names.push(name);
      return silentMetrics.gauge(name, ...rest);
    },
    histogram: (name, ...rest) => {
      names.push(name);
      return silentMetrics.histogram(name, ...rest);
    },
  };

  const { started } = begin(t, [], { metrics });
  await started[Symbol.asyncDispose]();

  assert.ok(names.length > 0);
  assert.ok(names.every((name) => name.startsWith('xplain_held_writer_')));
});
