/**
 * The server as a later release would be whose schema has more than that of this one; with TEST_LATER=changes, one that
 * has changed something, so that this one cannot go on beside it.
 */
import { MIGRATIONS } from '../../../src/engines/metadata/migrations/list.ts';
import type { Migration } from '../../../src/engines/metadata/migrations/migration.ts';

const later: Migration = {
  name: '9000-later',
  isAdditive: process.env['TEST_LATER'] !== 'changes',
  statements: () => ['create table of_a_later_release (id text primary key)'],
};
(MIGRATIONS as Migration[]).push(later);

await import('../../../src/main.ts');
