import type { Migration } from './migration.ts';

/** Mail and deletions of events become rows that are due, taken by one way of claiming them. */
export const dueRows: Migration = {
  name: '0022-due-rows',
  isAdditive: false,
  statements: ({ text, integer, strict }) => [
    // SQLite cannot let an existing column be null.
    `create table mail_outbox_new (
       id ${text} primary key,
       recipient ${text} not null,
       subject ${text} not null,
       body ${text},
       state ${text} not null,
       attempts ${integer} not null,
       created_at ${integer} not null,
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       ended_at ${integer},
       constraint mail_outbox_state check (state in ('waiting', 'sent', 'given_up')),
       constraint mail_outbox_body check ((state = 'waiting') = (body is not null))
     ) ${strict}`,
    `insert into mail_outbox_new
       (id, recipient, subject, body, state, attempts, created_at, due_at, fence, ended_at)
     select id, recipient, subject, body, state, attempts, created_at,
       case when state = 'waiting' then due_at end, 0, ended_at
     from mail_outbox`,
    `drop table mail_outbox`,
    `alter table mail_outbox_new rename to mail_outbox`,
    `create index mail_outbox_due on mail_outbox (due_at) where due_at is not null`,
    `create index mail_outbox_leases on mail_outbox (lease_until) where lease_until is not null`,
    `create index mail_outbox_ended on mail_outbox (ended_at) where state <> 'waiting'`,
    `alter table log_deletions add column due_at ${integer}`,
    `alter table log_deletions add column lease_until ${integer}`,
    `alter table log_deletions add column claimed_by ${text}`,
    `alter table log_deletions add column fence ${integer} not null default 0`,
    `update log_deletions set due_at = created_at where ended_at is null`,
    `drop index log_deletions_open`,
    `create index log_deletions_due on log_deletions (due_at) where due_at is not null`,
    `create index log_deletions_leases on log_deletions (lease_until) where lease_until is not null`,
  ],
};
