import type { Migration } from './migration.ts';

/**
 * Whether a person uploaded a lookup table. Tables written by searches, or of unknown origin, count as exported logs.
 */
export const uploadedLookups: Migration = {
  name: '0030-uploaded-lookups',
  isAdditive: true,
  statements: ({ integer }) => [`alter table lookup_tables add column is_uploaded ${integer}`],
};
