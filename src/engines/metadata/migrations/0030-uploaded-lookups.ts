import type { Migration } from './migration.ts';

/** Whether people uploaded a lookup table. What a search wrote, or nobody knows of, counts as exported logs. */
export const uploadedLookups: Migration = {
  name: '0030-uploaded-lookups',
  isAdditive: true,
  statements: ({ integer }) => [`alter table lookup_tables add column is_uploaded ${integer}`],
};
