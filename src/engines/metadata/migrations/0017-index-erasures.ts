import type { Migration } from './migration.ts';

export const indexErasures: Migration = {
  name: '0017-index-erasures',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table index_erasures (
       organization_id ${text} not null references organizations (id) on delete cascade,
       index_name ${text} not null,
       requested_at ${integer} not null,
       constraint index_erasures_pkey primary key (organization_id, index_name)
     ) ${strict}`,
  ],
};
