import type { Migration } from './migration.ts';

export const logDeletions: Migration = {
  name: '0014-log-deletions',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table log_deletions (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       state ${text} not null,
       query ${text} not null,
       search ${text} not null,
       from_ms ${integer} not null,
       to_ms ${integer} not null,
       requested_by ${text} not null,
       ip_address ${text} not null,
       user_agent ${text} not null,
       attempts ${integer} not null,
       matched ${integer},
       remaining ${integer},
       created_at ${integer} not null,
       ended_at ${integer},
       constraint log_deletions_state check (state in ('waiting', 'running', 'done', 'failed'))
     ) ${strict}`,
    `create index log_deletions_open on log_deletions (created_at) where ended_at is null`,
    `create index log_deletions_organization on log_deletions (organization_id, created_at)`,
  ],
};
