import type { Migration } from './migration.ts';

export const mailOutbox: Migration = {
  name: '0003-mail-outbox',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table mail_outbox (
       id ${text} primary key,
       recipient ${text} not null,
       subject ${text} not null,
       body ${text},
       state ${text} not null,
       attempts ${integer} not null,
       created_at ${integer} not null,
       due_at ${integer} not null,
       claim ${text},
       ended_at ${integer},
       constraint mail_outbox_state check (state in ('waiting', 'sent', 'given_up')),
       constraint mail_outbox_body check ((state = 'waiting') = (body is not null))
     ) ${strict}`,
    `create index mail_outbox_due on mail_outbox (due_at) where state = 'waiting'`,
    `create index mail_outbox_ended on mail_outbox (ended_at) where state <> 'waiting'`,
  ],
};
