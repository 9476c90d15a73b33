import type { Migration } from './migration.ts';

export const usage: Migration = {
  name: '0009-usage',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table usage_days (
       organization_id ${text} not null references organizations (id) on delete cascade,
       day ${text} not null,
       events ${integer} not null,
       bytes ${integer} not null,
       constraint usage_days_pkey primary key (organization_id, day)
     ) ${strict}`,
    `create table usage_batches (
       token ${text} primary key,
       recorded_at ${integer} not null
     ) ${strict}`,
    `create index usage_batches_recorded on usage_batches (recorded_at)`,
  ],
};
