import type { TestContext } from 'node:test';
import { Readable } from 'node:stream';
import { silentLog } from '../../../src/base/log.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { openMemoryCounters } from '../../../src/engines/counters/memory/open-memory-counters.ts';
import { limitExports } from '../../../src/engines/store/limit-exports.ts';
import type { LogStore, QueryOptions } from '../../../src/engines/store/store.ts';
import { requestDeletion } from '../../../src/flow/search/deletion/delete-logs.ts';
import { exportLogs } from '../../../src/flow/search/export/export-logs.ts';
import { openLookupTables } from '../../../src/flow/search/lookups/lookup-tables.ts';
import { replaceLookup } from '../../../src/flow/search/lookups/manage-lookups.ts';
import { runSearch } from '../../../src/flow/search/index.ts';
import { tailLogs } from '../../../src/flow/search/tail/tail-logs.ts';
import { tailRoutes } from '../../../src/flow/search/tail/tail-routes.ts';
import { createNodeSlots } from '../../../src/flow/search/search-slots.ts';
import { inSlot } from '../../../src/flow/search/take-slot.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { openAccess } from '../../support/open-access.ts';
import { startSearch } from '../../support/start-search.ts';
import { SYSTEM } from '../actors.ts';
import { isGivenUpWithin, outcomeOf, passTime, settle, silence, stopTime } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';

const signal = new AbortController().signal;

const NOTHING = {
  queryId: '',
  columns: [],
  values: [],
  rowCount: 0,
  statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
};

/** A store that finds nothing, and keeps how it was asked. */
function emptyStore(asked: QueryOptions[] = []): LogStore {
  const store = {
    query: async (_statement: unknown, options: QueryOptions) => {
      asked.push(options);
      return NOTHING;
    },
    export: async () => ({ content: Readable.from([]) }),
  };
  return store as unknown as LogStore;
}

/** The read side on a store that finds nothing. */
async function searching(limits: Limits, t: TestContext, asked: QueryOptions[] = []) {
  const search = await startSearch(t, emptyStore(asked), tailRoutesOf, { limits });
  const organization = await search.access.newOrganization();
  return { ...search, organization, actor: organization.owner.actor };
}

const tailRoutesOf: Parameters<typeof startSearch>[2] = (app, needs, authenticate) =>
  tailRoutes(app, { ...needs, authenticate });

/** Takes two places of an organization, so that the third call finds them taken. */
function takeTwo({ needs, actor }: Awaited<ReturnType<typeof searching>>, kind: string) {
  for (let place = 0; place < 2; place += 1) {
    needs.counters.acquire(`slots:${kind}:${actor.organization}`, 2, 1_000_000);
  }
}

async function searchBesideTwo(limits: Limits, t: TestContext): Promise<string> {
  const search = await searching(limits, t);
  takeTwo(search, 'query');
  return outcomeOf(() => runSearch(search.needs, search.actor, { query: '*' }, signal));
}

async function exportBesideTwo(limits: Limits, t: TestContext): Promise<string> {
  const search = await searching(limits, t);
  takeTwo(search, 'export');
  return outcomeOf(() => exportLogs(search.needs, search.actor, { query: '*' }, signal));
}

/** The third live tail names an event that cannot be: with a place it is refused for that. */
async function tailBesideTwo(limits: Limits, t: TestContext): Promise<unknown> {
  const search = await searching(limits, t);
  takeTwo(search, 'tail');
  const { owner } = search.organization;
  return (await search.call('GET /api/v1/logs/tail?lastEventId=no', { as: owner })).body.code;
}

/** How long the store may take for a search, in whole tens of seconds. */
async function timeOfSearch(limits: Limits, t: TestContext): Promise<number> {
  const asked: QueryOptions[] = [];
  const { needs, actor } = await searching(limits, t, asked);
  await runSearch(needs, actor, { query: '*' }, signal);
  return Math.round(Math.max(...asked.map(({ timeoutMs = 0 }) => timeoutMs)) / 10_000);
}

interface Turns {
  readonly run: () => Promise<unknown>;
  readonly started: () => number;
}

/** Queries of different organizations that never end, on a node as `compose` opens it. */
function turns(limits: Limits): Turns {
  const needs = {
    counters: openMemoryCounters({ clock: systemClock, limits: limits.counters }),
    nodeSlots: createNodeSlots(limits),
    limits,
    searchKind: 'query' as const,
  };
  let number = 0;
  let started = 0;
  return {
    run: () => {
      const organization = `org_${(number += 1)}` as typeof SYSTEM.organization;
      const work = (): Promise<never> => {
        started += 1;
        return silence();
      };
      return inSlot(needs, { ...SYSTEM, organization }, work);
    },
    started: () => started,
  };
}

async function runningAtOnce(limits: Limits, t: TestContext): Promise<number> {
  stopTime(t);
  const { run, started } = turns(limits);
  for (let query = 0; query < 5; query += 1) void run();
  await settle();
  return started();
}

/** Whether a query is refused that finds all slots taken for 100 ms. */
function isRefused(limits: Limits, t: TestContext): Promise<boolean> {
  const few = { ...limits, query: { ...limits.query, slotsPerNode: 1 } };
  const { run } = turns(few);
  void run();
  return isGivenUpWithin(t, 100, run);
}

/** How a live tail asks: how often within a second, and how long a look may take. */
async function tailing(limits: Limits, t: TestContext): Promise<{ looks: number; ms: number }> {
  const asked: QueryOptions[] = [];
  const { needs, actor } = await searching(limits, t, asked);
  const tail = await tailLogs(needs, actor, {}, async () => actor, signal);
  asked.length = 0;
  stopTime(t);
  const ending = new AbortController();
  const messages = tail.messages(ending.signal);
  await messages.next();
  void messages.next();
  await settle();
  for (let passed = 0; passed < 1_000; passed += 50) await passTime(t, 50);
  const seen = { looks: asked.length, ms: asked[0]?.timeoutMs ?? 0 };
  ending.abort();
  await settle();
  return seen;
}

/** The second deletion, while the first has not been done. */
async function secondDeletion(limits: Limits, t: TestContext): Promise<string> {
  const { needs, actor } = await searching(limits, t);
  const request = () => requestDeletion(needs, actor, { query: '*', earliest: '-1h' }, signal);
  await request();
  return outcomeOf(request);
}

/** Exports of one node whose readers stand still. */
function exporting({ logExports: limits }: Limits) {
  const endless = {
    export: async () => ({ content: new Readable({ read() {} }) }),
  } as unknown as LogStore;
  return limitExports({ log: silentLog, limits }, endless);
}

async function thirdExport(limits: Limits): Promise<string> {
  const store = exporting(limits);
  const run = () => store.export({} as never, 'csv');
  const open = [await run(), await run()];
  const outcome = await outcomeOf(run);
  for (const { content } of open) content.destroy();
  return outcome;
}

/** Whether an export that nobody reads is over after a second. */
async function isOver({ logExports: limits }: Limits, t: TestContext): Promise<boolean> {
  stopTime(t);
  const source = Readable.from([Buffer.alloc(1_000), Buffer.alloc(1_000)]);
  const full = { export: async () => ({ content: source }) } as unknown as LogStore;
  const limited = limitExports({ log: silentLog, limits }, full);
  const { content } = await limited.export({} as never, 'csv');
  content.on('error', () => {});
  await settle();
  for (let passed = 0; passed < 1_000; passed += 50) await passTime(t, 50);
  return content.destroyed;
}

async function lookups(limits: Limits, t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  let reads = 0;
  const counted = {
    ...metadata,
    get db() {
      reads += 1;
      return metadata.db;
    },
  };
  const tables = openLookupTables({ metadata: counted, clock, limits });
  const { owner } = await access.newOrganization();
  const needs = { metadata, clock, lookups: tables, limits };
  const put = (name: string, rows: number) => {
    const body = Buffer.from(`a\n${'x\n'.repeat(rows)}`);
    const upload = { body, mediaType: 'text/csv', version: undefined, cells: 'raw' } as const;
    return replaceLookup(needs, owner.actor, name, upload);
  };
  /** How many statements it takes to open the same table again. */
  const openAgain = async (name: string): Promise<number> => {
    await tables.open(owner.actor.organization, name);
    reads = 0;
    await tables.open(owner.actor.organization, name);
    return reads;
  };
  return { put, openAgain };
}

async function secondTable(limits: Limits, t: TestContext): Promise<string> {
  const { put } = await lookups(limits, t);
  await put('first', 1);
  return outcomeOf(() => put('second', 1));
}

async function tableOfThree(limits: Limits, t: TestContext): Promise<string> {
  const { put } = await lookups(limits, t);
  return outcomeOf(() => put('table', 3));
}

async function readsOfTable(limits: Limits, t: TestContext): Promise<number> {
  const { put, openAgain } = await lookups(limits, t);
  await put('table', 100);
  return openAgain('table');
}

export const SEARCH_PROBES = {
  tail: {
    perOrganizationMax: probe(tailBesideTwo, [2, 'QUERY_SLOTS_BUSY'], [3, 'VALIDATION_ERROR']),
    pollMs: probe(async (limits, t) => (await tailing(limits, t)).looks, [200, 6], [500, 3]),
    pollTimeoutMs: probe(
      async (limits, t) => (await tailing(limits, t)).ms,
      [1_000, 1_000],
      [2_000, 2_000],
    ),
  },
  deletions: { openPerOrganizationMax: probe(secondDeletion, [1, 'CONFLICT'], [2, 'done']) },
  logExports: {
    perOrganizationMax: probe(exportBesideTwo, [2, 'QUERY_SLOTS_BUSY'], [3, 'done']),
    perNodeMax: probe(thirdExport, [2, 'QUERY_SLOTS_BUSY'], [3, 'done']),
    stillMsMax: probe(isOver, [500, true], [2_000, false]),
  },
  lookups: {
    perOrganizationMax: probe(secondTable, [1, 'CONFLICT'], [2, 'done']),
    rowsMax: probe(tableOfThree, [2, 'VALIDATION_ERROR'], [3, 'done']),
    cacheBytesMax: probe(readsOfTable, [10, 2], [1_000_000, 1]),
  },
} satisfies ProbesOf<'tail' | 'deletions' | 'logExports' | 'lookups'>;

/** The part of the limits of queries that is kept before the store is asked. */
export const QUERY_SLOT_PROBES = {
  timeoutMsMax: probe(timeOfSearch, [20_000, 2], [40_000, 4]),
  slotsPerOrganization: probe(searchBesideTwo, [2, 'QUERY_SLOTS_BUSY'], [3, 'done']),
  slotsPerNode: probe(runningAtOnce, [2, 2], [3, 3]),
  slotWaitMsMax: probe(isRefused, [50, true], [200, false]),
};
