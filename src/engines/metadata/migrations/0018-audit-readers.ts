import type { Migration } from './migration.ts';

export const auditReaders: Migration = {
  name: '0018-audit-readers',
  isAdditive: true,
  statements: ({ integer }) => [
    `alter table organizations add column audit_open ${integer} not null default 0`,
  ],
};
