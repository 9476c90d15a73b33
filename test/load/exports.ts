/**
 * How fast archives are written, what that costs, and what it does to ingest beside it. Events come in by the API, some
 * of them late; some become dead letters and are replayed, some are held over the quota and released, both behind the
 * watermark: every one is in one file in the end. Phases without and with an export take turns, for three exports of either
 * form. Then the same into a bucket that misbehaves.
 *
 *   npm run bench:exports                         a million events
 *   XPLAIN_BENCH_EVENTS=50000 npm run bench:exports
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScheduledExport } from '../../src/contract/exports.ts';
import { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
import { DAY_MS, MB, MINUTE_MS, SECOND_MS } from '../../src/spec/units.ts';
import { LIMITS } from '../support/limits.ts';
import { openStoreUnderTest } from '../support/open-test-store.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { failure, type Fault, reply, startBucket } from '../support/s3/start-bucket.ts';
import { startExports } from '../support/exports/start-exports.ts';
import { inShort } from './bench-size.ts';
import { countArchived } from './count-archived.ts';
import { openExportIngest } from './export-ingest.ts';
import { compareP99, measure, type PhasePair } from './measure-ingest.ts';

const EVENTS = Number(process.env['XPLAIN_BENCH_EVENTS'] ?? inShort(1_000_000, 200));
const PER_REQUEST = 1_000;
/** Of all events, in percent. */
const SHARES = { first: 60, dead: 5, held: 5 };
const ALONE_MS = inShort(10 * SECOND_MS, 200);
const FORMATS = ['jsonl', 'parquet'] as const;
/** Exports of either form. */
const ROUNDS = inShort(3, 1);

const folder = await mkdtemp(join(tmpdir(), 'xplain-bench-exports-'));
const store = await openStoreUnderTest(folder);
after(async () => {
  await store[Symbol.asyncDispose]();
  removeFolder(folder);
});
const random = seededRandom(18);

test(`${EVENTS} events in archives of both forms`, async (t) => {
  const started = await startExports(t, { store }, () => ({ store }));
  const { access, call, runDue, objects } = started;
  // Windows end that long before now; with the clock so far ahead they end now.
  const setClock = (): void =>
    access.clock.advance(Date.now() + LIMITS.exports.safeMs - access.clock.now());
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const other = await access.newOrganization('enterprise');
  const key = await keyOf(access, owner);
  const ingest = await openExportIngest(t, access, store);
  setClock();
  const exports: { readonly id: string; readonly name: string; readonly format: Format }[] = [];
  for (const [round, format] of turns()) {
    const body = {
      name: `${format}-${round}`,
      mode: 'archive',
      query: '*',
      schedule: { every: '24h' },
      startAt: new Date(Date.now() - MINUTE_MS).toISOString(),
      format,
      destination: { kind: 'keep' },
    };
    const created = await call('POST /api/v1/exports', { as: owner, body });
    assert.equal(created.status, 201, created.text);
    const { id, name } = created.body.data as ScheduledExport;
    exports.push({ id, name, format });
  }
  const watched = { store, storing: other.id, key: await keyOf(access, other.owner), ingest };
  const pairs: PhasePair[] = [];
  const run = async ({ id, format }: (typeof exports)[number]): Promise<void> => {
    const alone = await measure('without', watched, () => sleep(ALONE_MS));
    // What was stored in this second is in no window before the next one.
    await sleep(2 * SECOND_MS);
    setClock();
    const asked = await call(`POST /api/v1/exports/${id}/run`, { as: owner });
    assert.equal(asked.status, 202, asked.text);
    pairs.push({ alone, beside: await measure(format, watched, runDue) });
  };

  const counts = sharesOf(EVENTS);
  let sent = 0;
  const send = async (events: number): Promise<void> => {
    await ingest.send(key, bodiesOf(sent, events));
    sent += events;
  };
  await send(counts.first);
  await ingest.drained();
  ingest.refuse(true);
  await send(counts.dead);
  await ingest.drained();
  ingest.refuse(false);
  ingest.hold(true);
  await send(counts.held);
  assert.deepEqual([await ingest.deadEvents(), ingest.heldEvents()], [counts.dead, counts.held]);

  for (const each of exports) await run(each);

  ingest.hold(false);
  const replayed = await ingest.call('POST /api/v1/dead-letters/replay', {
    as: owner,
    body: {},
  });
  assert.equal(replayed.status, 200, replayed.text);
  await send(EVENTS - sent);
  await ingest.drained();
  for (const each of exports) await run(each);

  for (const format of FORMATS) tell(t, format, pairs);
  for (const { name } of exports) {
    const place = { prefix: `${organization}/exports/`, folder: `${name}-`, spool: folder };
    const { rows, manifests } = await countArchived(objects, place, EVENTS);
    assert.equal(rows, EVENTS, 'rows in all files');
    t.diagnostic(`${name}: ${manifests} manifests hold every one of ${EVENTS} events once`);
  }
});

type Format = (typeof FORMATS)[number];

function turns(): (readonly [round: number, format: Format])[] {
  return Array.from({ length: ROUNDS }, (_, round) =>
    FORMATS.map((format) => [round + 1, format] as const),
  ).flat();
}

/** What the bucket does to the first requests that write; whoever asks again is answered well. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'answers after seconds': (_request, response, answer) =>
    void setTimeout(() => reply(response, answer()), inShort(2 * SECOND_MS, 100)),
  'closes half-way': (_request, response) => void response.socket?.end(),
  'answers 503': (_request, response) => reply(response, failure(503, 'SlowDown')),
};
const FAULTS_EACH = 3;

test('ingest while a bucket misbehaves', async (t) => {
  const { access, call, runDue } = await startExports(t, { store }, () => ({ store }));
  const { owner } = await access.newOrganization('enterprise');
  const other = await access.newOrganization('enterprise');
  const ingest = await openExportIngest(t, access, store);
  const watched = { store, storing: other.id, key: await keyOf(access, other.owner), ingest };
  const key = await keyOf(access, owner);
  const bucket = await startBucket(t);
  const { isPathStyle: _style, ...place } = bucket.place;
  const body = {
    name: 'to a bucket',
    mode: 'archive',
    query: '*',
    schedule: { every: '24h' },
    startAt: new Date(Date.now() - MINUTE_MS).toISOString(),
    format: 'jsonl',
    destination: { kind: 's3', ...place },
  };
  access.clock.advance(Date.now() + LIMITS.exports.safeMs - access.clock.now());
  const created = await call('POST /api/v1/exports', { as: owner, body });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body.data as ScheduledExport;
  const events = Math.ceil(EVENTS / 10);
  for (const [number, [name, fault]] of Object.entries(FAULTS).entries()) {
    await ingest.send(key, bodiesOf(number * events, events));
    await ingest.drained();
    const alone = await measure('without', watched, () => sleep(ALONE_MS));
    await sleep(2 * SECOND_MS);
    access.clock.advance(Date.now() + LIMITS.exports.safeMs - access.clock.now());
    let left = FAULTS_EACH;
    bucket.fault = ({ method }) => (method !== 'GET' && left-- > 0 ? fault : undefined);
    const asked = await call(`POST /api/v1/exports/${id}/run`, { as: owner });
    assert.equal(asked.status, 202, asked.text);
    const beside = await measure(name, watched, runDue);
    const runs = await call(`GET /api/v1/exports/${id}/runs`, { as: owner });
    const [run] = runs.body.data as { state: string; rows: number }[];
    assert.deepEqual([run?.state, run?.rows, left < 0], ['done', events, true], name);
    const storing = compareP99([{ alone, beside }], ({ stored }) => stored);
    const answering = compareP99([{ alone, beside }], ({ answered }) => answered);
    t.diagnostic(`a bucket that ${name}: p99 of storing: ${storing}`);
    t.diagnostic(`a bucket that ${name}: p99 of an answer at the key: ${answering}`);
  }
});

function sharesOf(events: number): { first: number; dead: number; held: number } {
  const share = (percent: number): number => Math.floor((events * percent) / 100);
  return { first: share(SHARES.first), dead: share(SHARES.dead), held: share(SHARES.held) };
}

type AccessParts = Awaited<ReturnType<typeof startExports>>['access'];

async function keyOf(
  { needs }: AccessParts,
  { actor }: Awaited<ReturnType<AccessParts['newOrganization']>>['owner'],
): Promise<string> {
  const draft = { name: 'bench', scope: 'ingest-only' } as const;
  return (await createApiKey(needs, actor, draft)).value;
}

/** Requests of numbered events; one of ten happened up to twenty-five days ago. */
function* bodies(first: number, events: number): Generator<Buffer> {
  for (let from = first; from < first + events; from += PER_REQUEST) {
    const now = Date.now();
    const to = Math.min(from + PER_REQUEST, first + events);
    const batch = Array.from({ length: to - from }, (_, i) => ({
      event: `GET /api/orders/${from + i} took ${random.integer(1, 900)} ms`,
      timestamp: new Date(
        random.chance(0.1) ? now - random.integer(0, 25 * DAY_MS) : now,
      ).toISOString(),
      attributes: {
        service: random.pick(['web', 'pay', 'shop']),
        trace_id: randomUUID(),
        number: String(from + i),
      },
    }));
    yield Buffer.from(JSON.stringify(batch));
  }
}

function bodiesOf(first: number, events: number): Buffer[] {
  return [...bodies(first, events)];
}

function inMb(bytes: number): number {
  return Math.round(bytes / MB);
}

/** All runs of a form together, and the phases right before them. */
function tell(t: TestContext, format: Format, all: readonly PhasePair[]): void {
  const pairs = all.filter(({ beside }) => beside.name === format);
  const seconds = pairs.reduce((sum, { beside }) => sum + beside.seconds, 0);
  const cpu = pairs.reduce(
    (sum, { alone, beside }) =>
      sum + beside.cpuSeconds - (alone.cpuSeconds / alone.seconds) * beside.seconds,
    0,
  );
  const percent = (of: (pair: PhasePair) => number): string =>
    ((pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length) * 100).toFixed(1);
  const figures = {
    'rows/s': Math.round((EVENTS * ROUNDS) / seconds),
    'CPU of node and store for it, s': (cpu / ROUNDS).toFixed(1),
    'memory of node and store above idle, MB': pairs
      .map(({ beside: { memory } }) => `${inMb(memory.all)} (${memory.each.map(inMb).join(' + ')})`)
      .join(', '),
    'p99 of storing': compareP99(pairs, ({ stored }) => stored),
    'p99 of an answer at the key': compareP99(pairs, ({ answered }) => answered),
    'stolen by other machines, %': `${percent(({ alone }) => alone.stolen)} → ${percent(({ beside }) => beside.stolen)}`,
  };
  for (const [name, value] of Object.entries(figures)) t.diagnostic(`${format}: ${name}: ${value}`);
}
