import type { Migration } from './migration.ts';

export const pipelines: Migration = {
  name: '0012-pipelines',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table pipelines (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       position ${integer} not null,
       name ${text} not null,
       description ${text} not null,
       is_enabled ${integer} not null,
       match_text ${text} not null,
       steps ${text} not null,
       version ${integer} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       updated_by ${text} not null
     ) ${strict}`,
    `create index pipelines_organization on pipelines (organization_id, position)`,
    `create table pipeline_versions (
       pipeline_id ${text} not null references pipelines (id) on delete cascade,
       version ${integer} not null,
       organization_id ${text} not null,
       name ${text} not null,
       description ${text} not null,
       is_enabled ${integer} not null,
       match_text ${text} not null,
       steps ${text} not null,
       updated_at ${integer} not null,
       updated_by ${text} not null,
       constraint pipeline_versions_pkey primary key (pipeline_id, version)
     ) ${strict}`,
    `create table pipeline_keys (
       organization_id ${text} primary key references organizations (id) on delete cascade,
       key ${text} not null,
       created_at ${integer} not null
     ) ${strict}`,
  ],
};
