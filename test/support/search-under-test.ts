/** A search over a real local store, for tests: records in, rows out. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '../../src/base/actor.ts';
import { organizationId } from '../../src/base/ids.ts';
import type { LogRecord } from '../../src/base/record.ts';
import { openMining } from '../../src/engines/mining/open-mining.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import type { EmbeddedEngine } from '../../src/engines/store/child/engine-of-folder.ts';
import { createRowIds } from '../../src/engines/store/row-ids.ts';
import type { EmbeddedStore } from '../../src/engines/store/child/supervise-engine.ts';
import { runSearch, type SearchInput, type SearchNeeds } from '../../src/flow/search/index.ts';
import { LIMITS } from './limits.ts';
import type { Permission } from '../../src/spec/roles.ts';
import { logRecord } from './log-records.ts';
import { needsWithoutStore, type SettingWithoutStore } from './needs-without-store.ts';
import { openStoreUnderTest } from './open-test-store.ts';
import { removeFolder } from './remove-folder.ts';

export interface SearchUnderTest extends AsyncDisposable {
  readonly store: EmbeddedStore;
  readonly needs: SearchNeeds;
  readonly now: number;
  readonly actorOf: (organization: string) => Actor;
  insert(records: readonly Partial<LogRecord>[]): Promise<void>;
  search(query: string, input?: SearchInput): ReturnType<typeof runSearch>;
  rows(query: string, input?: SearchInput): Promise<Record<string, unknown>[]>;
}

export interface SearchSetting extends SettingWithoutStore {
  /** The platform's own, or the one that the whole suite is to run on, unless it is given. */
  readonly engine?: EmbeddedEngine;
  /** What the searching one may do beside searching. */
  readonly permissions?: readonly Permission[];
}

export async function openSearch(setting: SearchSetting): Promise<SearchUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'xplain-search-'));
  const store = await openStoreUnderTest(directory, setting.engine);
  const rest = needsWithoutStore(setting);
  const encoder = createBlockEncoder(createRowIds(rest.clock, 1));
  const mining = await openMining({ limits: LIMITS.mining });
  const needs: SearchNeeds = { store, mining, ...rest };
  const actorOf = (organization: string): Actor => ({
    organization: organizationId(organization),
    who: { kind: 'api_key', id: 'key_test', name: 'test' },
    permissions: new Set<Permission>(['audit:read', ...(setting.permissions ?? [])]),
    ipAddress: '127.0.0.1',
    userAgent: '',
  });
  const search = (query: string, input: SearchInput = {}) =>
    runSearch(needs, actorOf('org_test'), { ...input, query }, new AbortController().signal);
  return {
    store,
    needs,
    now: setting.now,
    actorOf,
    async insert(records) {
      const all = records.map((parts) =>
        logRecord({ timestamp: setting.now - 1_000, retentionDays: 36_500, ...parts }),
      );
      const { bytes } = encoder.encode(all);
      await store.insert({ token: randomUUID(), blocks: [bytes], events: all.length });
    },
    search,
    rows: async (query, input) => (await search(query, input)).data.rows.map((row) => ({ ...row })),
    async [Symbol.asyncDispose]() {
      await mining[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      removeFolder(directory);
    },
  };
}
