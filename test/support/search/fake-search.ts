import assert from 'node:assert/strict';
import type { Actor } from '../../../src/base/actor.ts';
import { organizationId } from '../../../src/base/ids.ts';
import { bind, type Sql } from '../../../src/engines/store/sql.ts';
import type { LogStore, QueryAnswer, QueryOptions } from '../../../src/engines/store/store.ts';
import type { SearchNeeds } from '../../../src/flow/search/search-needs.ts';
import type { Permission } from '../../../src/spec/roles.ts';
import { answerOf } from './golden-lines.ts';
import { needsWithoutStore, type SettingWithoutStore } from '../needs-without-store.ts';

export type FakeRows = readonly Readonly<Record<string, unknown>>[];

export interface Asked {
  readonly text: string;
  readonly values: readonly string[];
  readonly options: QueryOptions;
}

export interface FakeSearch {
  readonly needs: SearchNeeds;
  readonly actor: Actor;
  /** What the store was asked, in order. */
  readonly asked: readonly Asked[];
  readonly signal: AbortSignal;
}

/** What each statement has read. */
export const FAKE_WORK = { rowsRead: 3, bytesRead: 50, elapsedMs: 1 };

/** The read side with a store that says what it is told to say, a list of rows or a failure for each question. */
export function fakeSearch(
  reported: readonly (FakeRows | Error)[],
  setting: Partial<SettingWithoutStore> & { readonly permissions?: readonly Permission[] } = {},
): FakeSearch {
  const answers = [...reported];
  const asked: Asked[] = [];
  const answer = (statement: Sql, options: QueryOptions = {}): QueryAnswer => {
    const { text, parameters } = bind(statement);
    asked.push({ text, values: [...parameters.values()], options });
    const next = answers.shift() ?? assert.fail(`a question that nobody expected: ${text}`);
    if (next instanceof Error) throw next;
    return { ...answerOf(next), statistics: FAKE_WORK };
  };
  const store: Pick<LogStore, 'query' | 'stream' | 'health'> = {
    query: async (statement, options) => answer(statement, options),
    async *stream(statement, options) {
      const { columns, rowCount } = answer(statement, options);
      yield { kind: 'columns', columns };
      for (let i = 0; i < rowCount; i++) {
        yield { kind: 'row', row: columns.map(({ values }) => values[i]) };
      }
      yield { kind: 'progress', progress: { ...FAKE_WORK, rowsToRead: 7 } };
    },
    health: async () => ({ state: 'up' }),
  };
  const { permissions = ['logs:read'], ...rest } = setting;
  const needs = needsWithoutStore({ now: Date.UTC(2026, 0, 31, 12), ...rest });
  const actor: Actor = {
    organization: organizationId('org_test'),
    who: { kind: 'api_key', id: 'key_test', name: 'test' },
    permissions: new Set(permissions),
    ipAddress: '127.0.0.1',
    userAgent: '',
  };
  const { signal } = new AbortController();
  return { needs: { ...needs, store, mining: NO_MINING }, actor, asked, signal };
}

const NO_MINING: SearchNeeds['mining'] = {
  minePatterns: async () => assert.fail('nobody expected to look for patterns'),
};
