import type { Migration } from './migration.ts';

/** Addresses in other tools that values of fields lead to. */
export const dataLinks: Migration = {
  name: '0058-data-links',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table data_links (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       description ${text} not null,
       field ${text} not null,
       url ${text} not null,
       version ${integer} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_by ${text} not null,
       updated_at ${integer} not null,
       constraint data_links_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    'create index data_links_newest on data_links (organization_id, created_at, id)',
  ],
};
