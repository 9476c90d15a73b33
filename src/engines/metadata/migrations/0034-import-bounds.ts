import type { Migration } from './migration.ts';

/** How far each file of an import is, what it left out, and how often it ended the process that read it. */
export const importBounds: Migration = {
  name: '0034-import-bounds',
  isAdditive: true,
  statements: ({ integer }) => [
    `alter table imports add column refused_count ${integer} not null default 0`,
    `alter table import_files add column row_count ${integer} not null default 0`,
    `alter table import_files add column deaths ${integer} not null default 0`,
  ],
};
