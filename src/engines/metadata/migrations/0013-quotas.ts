import type { Migration } from './migration.ts';

export const quotas: Migration = {
  name: '0013-quotas',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `alter table usage_days add column discarded_events ${integer} not null default 0`,
    `alter table usage_days add column discarded_bytes ${integer} not null default 0`,
    `create table quota_warnings (
       organization_id ${text} not null references organizations (id) on delete cascade,
       day ${text} not null,
       warned_at ${integer} not null,
       constraint quota_warnings_pkey primary key (organization_id, day)
     ) ${strict}`,
  ],
};
