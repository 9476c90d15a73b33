import type { Migration } from './migration.ts';

/** The last version of a lookup table by a member who may not publish: existing public links don't show it. */
export const lookupsOfLinks: Migration = {
  name: '0031-lookups-of-links',
  isAdditive: true,
  statements: ({ integer }) => [`alter table lookup_tables add column member_version ${integer}`],
};
