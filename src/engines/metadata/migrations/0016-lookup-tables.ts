import type { Migration } from './migration.ts';

export const lookupTables: Migration = {
  name: '0016-lookup-tables',
  isAdditive: true,
  statements: ({ text, integer, blob, strict }) => [
    `create table lookup_tables (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       version ${integer} not null,
       columns ${text} not null,
       row_count ${integer} not null,
       bytes ${integer} not null,
       content ${blob} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       updated_by ${text} not null,
       constraint lookup_tables_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
  ],
};
