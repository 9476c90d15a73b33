import type { Migration } from './migration.ts';

export const indexRetentions: Migration = {
  name: '0020-index-retentions',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table index_retentions (
       organization_id ${text} not null references organizations (id) on delete cascade,
       index_name ${text} not null,
       retention_days ${integer} not null,
       applied_at ${integer} not null,
       is_settled ${integer} not null,
       constraint index_retentions_pkey primary key (organization_id, index_name)
     ) ${strict}`,
  ],
};
