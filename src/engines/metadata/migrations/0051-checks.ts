import type { Migration } from './migration.ts';

/** Saved evaluations. Their versions are kept with those of macros. */
export const checks: Migration = {
  name: '0051-checks',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table checks (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       description ${text} not null,
       query ${text},
       settings ${text} not null,
       version ${integer} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_by ${text} not null,
       updated_at ${integer} not null,
       constraint checks_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    'create index checks_newest on checks (organization_id, created_at, id)',
  ],
};
