import type { Migration } from './migration.ts';

/** Outcomes of checks, for organizations that turned their history on. */
export const checkHistory: Migration = {
  name: '0052-check-history',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table check_histories (
       organization_id ${text} primary key references organizations (id) on delete cascade,
       enabled_by ${text} not null,
       enabled_at ${integer} not null
     ) ${strict}`,
    `create table check_runs (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       check_id ${text} not null references checks (id) on delete cascade,
       version ${integer} not null,
       outcomes ${text} not null,
       created_at ${integer} not null
     ) ${strict}`,
    'create index check_runs_newest on check_runs (organization_id, check_id, created_at, id)',
    'create index check_runs_oldest on check_runs (created_at)',
  ],
};
