import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, sql, string } from '../../engines/store/sql.ts';
import type { EngineHealth } from '../../base/health.ts';
import { askStore, noWork, refuseTooLarge } from './ask-store.ts';

const withValues = (count: number) =>
  sql`SELECT ${join(
    Array.from({ length: count }, (_, i) => sql`${string(String(i))}`),
    ', ',
  )}`;

test('a statement has as many values as the store takes at once, and no more', () => {
  assert.doesNotThrow(() => refuseTooLarge(withValues(950)));
  assert.throws(() => refuseTooLarge(withValues(951)), { code: 'QUERY_SYNTAX_ERROR' });
});

/** A store that never ends a statement by itself. */
const hung = (state: EngineHealth['state']) => ({
  query: (_: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
    }),
  stream: () => {
    throw new Error('nobody streams here');
  },
  health: () => Promise.resolve({ state }),
});

for (const [state, code] of [
  ['up', 'QUERY_TIMEOUT'],
  ['degraded', 'QUERY_TIMEOUT'],
  ['down', 'STORAGE_UNAVAILABLE'],
] as const) {
  test(`a statement without an end is ${code} while the store is ${state}`, async () => {
    const asking = {
      store: hung(state),
      work: noWork(),
      signal: new AbortController().signal,
      endsAt: performance.now() + 20,
    };
    await assert.rejects(askStore(asking, sql`SELECT 1`), { code });
  });
}
