import type { Migration } from './migration.ts';

export const savedSearches: Migration = {
  name: '0011-saved-searches',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table saved_searches (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       description ${text} not null,
       query ${text} not null,
       earliest ${text},
       latest ${text},
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       unique (organization_id, name)
     ) ${strict}`,
    `create index saved_searches_organization on saved_searches (organization_id, created_at, id)`,
  ],
};
