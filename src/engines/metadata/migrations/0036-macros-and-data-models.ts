import type { Migration } from './migration.ts';

/** Macros and data models of searches, and what they were before. */
export const macrosAndDataModels: Migration = {
  name: '0036-macros-and-data-models',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table macros (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       argument_count ${integer} not null,
       arguments ${text} not null,
       definition ${text} not null,
       description ${text} not null,
       is_eval ${integer} not null,
       validation ${text},
       error_message ${text},
       version ${integer} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_by ${text} not null,
       updated_at ${integer} not null,
       constraint macros_organization_id_name_key unique (organization_id, name, argument_count)
     ) ${strict}`,
    'create index macros_newest on macros (organization_id, created_at, id)',
    `create table data_models (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       description ${text} not null,
       datasets ${text} not null,
       version ${integer} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_by ${text} not null,
       updated_at ${integer} not null,
       constraint data_models_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    'create index data_models_newest on data_models (organization_id, created_at, id)',
    `create table knowledge_versions (
       object_id ${text} not null,
       organization_id ${text} not null references organizations (id) on delete cascade,
       version ${integer} not null,
       content ${text} not null,
       saved_by ${text} not null,
       saved_at ${integer} not null,
       constraint knowledge_versions_pkey primary key (object_id, version)
     ) ${strict}`,
    'create index knowledge_versions_organization on knowledge_versions (organization_id)',
  ],
};
