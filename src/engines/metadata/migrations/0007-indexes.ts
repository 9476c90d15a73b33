import type { Migration } from './migration.ts';

export const indexes: Migration = {
  name: '0007-indexes',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table indexes (
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       description ${text} not null,
       retention_days ${integer},
       created_at ${integer} not null,
       constraint indexes_pkey primary key (organization_id, name)
     ) ${strict}`,
  ],
};
