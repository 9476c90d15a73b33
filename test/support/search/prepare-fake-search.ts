import assert from 'node:assert/strict';
import { organizationId } from '../../../src/base/ids.ts';
import type { Permission } from '../../../src/spec/roles.ts';
import type { Sql } from '../../../src/engines/store/sql.ts';
import type { LogStore, QueryAnswer } from '../../../src/engines/store/store.ts';
import { prepareSearch, type PreparedSearch } from '../../../src/flow/search/prepare-search.ts';
import type { SearchInput } from '../../../src/flow/search/search-input.ts';
import type { SearchNeeds } from '../../../src/flow/search/search-needs.ts';
import { answerOf } from './golden-lines.ts';
import { needsWithoutStore, type SettingWithoutStore } from '../needs-without-store.ts';

export interface Preparing extends Partial<SettingWithoutStore> {
  readonly mining?: SearchNeeds['mining'];
  readonly permissions?: readonly Permission[];
  /** What the store says, one list of rows for each question. */
  readonly told?: readonly (readonly Readonly<Record<string, unknown>>[])[];
}

/** A search that is ready to run; nothing is run, and the store says what it is told to say. */
export async function prepareFakeSearch(
  input: SearchInput,
  { mining, permissions = [], told = [], ...setting }: Preparing = {},
): Promise<PreparedSearch> {
  const answers = [...told];
  const answer = (_statement: Sql): QueryAnswer =>
    answerOf(answers.shift() ?? assert.fail('a question that nobody expected'));
  const store: Pick<LogStore, 'query' | 'stream'> = {
    query: async (statement) => answer(statement),
    async *stream(statement) {
      const { columns, rowCount } = answer(statement);
      yield { kind: 'columns', columns };
      for (let i = 0; i < rowCount; i++) {
        yield { kind: 'row', row: columns.map(({ values }) => values[i]) };
      }
    },
  };
  const rest = needsWithoutStore({ now: Date.UTC(2026, 0, 31, 12), ...setting });
  const needs = { ...rest, store, mining } as unknown as SearchNeeds;
  const actor = {
    organization: organizationId('org_test'),
    who: { kind: 'api_key', id: 'key_test', name: 'test' },
    permissions: new Set(permissions),
    ipAddress: '127.0.0.1',
    userAgent: '',
  } as const;
  return prepareSearch(needs, actor, input, new AbortController().signal);
}
