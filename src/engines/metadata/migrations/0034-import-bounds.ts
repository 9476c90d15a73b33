import type { Migration } from './migration.ts';

/** Progress of each imported file, its skipped rows, and how often it crashed the reader. */
export const importBounds: Migration = {
  name: '0034-import-bounds',
  isAdditive: true,
  statements: ({ integer }) => [
    `alter table imports add column refused_count ${integer} not null default 0`,
    `alter table import_files add column row_count ${integer} not null default 0`,
    `alter table import_files add column deaths ${integer} not null default 0`,
  ],
};
