import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { OrganizationId } from '../../src/base/ids.ts';
import type { LogRecord } from '../../src/base/record.ts';
import { openMemoryCounters } from '../../src/engines/counters/memory/open-memory-counters.ts';
import type { Mining } from '../../src/engines/mining/mining.ts';
import { openMining } from '../../src/engines/mining/open-mining.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { createRowIds, formatRowId } from '../../src/engines/store/row-ids.ts';
import type { LogStore } from '../../src/engines/store/store.ts';
import { readArchives } from '../../src/features/exports/index.ts';
import { storedKnowledge } from '../../src/flow/search/knowledge/knowledge.ts';
import { openLookupTables } from '../../src/flow/search/lookups/lookup-tables.ts';
import type { App } from '../../src/http/app.ts';
import type { Guard } from '../../src/http/gate.ts';
import type { Limits } from '../../src/spec/limits.ts';
import { LIMITS } from './limits.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { logRecord } from './log-records.ts';
import { type AccessUnderTest, openAccess } from './open-access.ts';
import { type AccessApp, type AccessAppOptions, startAccess } from './start-access.ts';

/** The read side behind the real gate, on a real store and with a clock that stands still. */
export interface SearchUnderTest extends AccessApp {
  readonly access: AccessUnderTest;
  readonly needs: ReturnType<typeof needsOf>;
  /** Stores events that arrive now; gives their ids. `agoMs` says how long ago they happened. */
  readonly write: (organization: OrganizationId, events: readonly TestEvent[]) => Promise<string[]>;
}

export type TestEvent = Partial<LogRecord> & {
  readonly agoMs?: number;
  readonly fields?: Readonly<Record<string, string>>;
};

export type MountSearch = (
  app: App,
  needs: ReturnType<typeof needsOf>,
  authenticate: Guard['authenticate'],
) => void;

export interface SearchOptions extends Omit<AccessAppOptions, 'mount'> {
  readonly limits?: Limits;
}

const NO_RATES = { logs: 0, search: 0, unreadable: 0 };

export async function startSearch(
  t: TestContext,
  store: LogStore,
  mount: MountSearch,
  options: SearchOptions = {},
): Promise<SearchUnderTest> {
  const access = await openAccess(t);
  const mining = await openMining({ limits: LIMITS.mining });
  t.after(() => mining[Symbol.asyncDispose]());
  const needs = needsOf(access, store, mining, options.limits ?? LIMITS);
  const { app, call } = startAccess(t, access, {
    rates: NO_RATES,
    ...options,
    mount: (mounted, authenticate) => mount(mounted, needs, authenticate),
  });
  const rowIds = createRowIds(access.clock, Math.floor(Math.random() * 65_536));
  const encoder = createBlockEncoder(rowIds);
  return {
    app,
    call,
    access,
    needs,
    write: async (organization, events) => {
      const now = access.clock.now();
      const records = events.map(({ agoMs, fields, ...parts }) =>
        logRecord({
          organization,
          timestamp: now - (agoMs ?? 0),
          receivedAt: now,
          retentionDays: LIMITS.indexes.retentionDaysMax,
          attributes: Object.entries(fields ?? {}),
          ...parts,
        }),
      );
      const { bytes, firstSequence } = encoder.encode(records);
      await store.insert({ token: randomUUID(), blocks: [bytes], events: records.length });
      return records.map((_, i) => formatRowId(firstSequence + i, rowIds.node));
    },
  };
}

function needsOf(
  { metadata, cache, clock }: AccessUnderTest,
  store: LogStore,
  mining: Mining,
  limits: Limits,
) {
  const counters = openMemoryCounters({ clock, limits: LIMITS.counters });
  const lookups = openLookupTables({ metadata, clock, limits });
  const knowledge = storedKnowledge(metadata);
  const archivesOf = (organization: OrganizationId) => readArchives(metadata, organization);
  const parts = { metadata, cache, clock, store, mining, lookups, knowledge, counters, limits };
  return { ...parts, plans: PLANS, archivesOf };
}
