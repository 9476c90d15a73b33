import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, sql, string } from '../../engines/store/sql.ts';
import { refuseTooLarge } from './ask-store.ts';

const withValues = (count: number) =>
  sql`SELECT ${join(
    Array.from({ length: count }, (_, i) => sql`${string(String(i))}`),
    ', ',
  )}`;

test('a statement has as many values as the store takes at once, and no more', () => {
  assert.doesNotThrow(() => refuseTooLarge(withValues(950)));
  assert.throws(() => refuseTooLarge(withValues(951)), { code: 'QUERY_SYNTAX_ERROR' });
});
