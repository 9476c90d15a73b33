import type { Migration } from './migration.ts';

/** Of an installation that runs already, the first person with a confirmed address becomes its operator. */
export const operators: Migration = {
  name: '0019-operators',
  isAdditive: false,
  statements: ({ text, integer, strict }) => [
    `alter table organizations add column custom_daily_bytes ${integer}`,
    `alter table organizations add column custom_monthly_credits ${integer}`,
    `create table operators (
       user_id ${text} primary key references users (id) on delete cascade,
       named_by ${text} not null,
       named_at ${integer} not null
     ) ${strict}`,
    `insert into operators (user_id, named_by, named_at)
       select id, email, created_at from users where email_verified = 1
       order by created_at, id limit 1`,
    `insert into settings (key, value, changed_at)
       select 'first-operator', user_id, named_at from operators`,
    `create table operator_entries (
       id ${text} primary key,
       created_at ${integer} not null,
       actor ${text} not null,
       action ${text} not null,
       resource ${text} not null,
       ip_address ${text} not null,
       user_agent ${text} not null,
       details ${text} not null
     ) ${strict}`,
    `create index operator_entries_newest on operator_entries (created_at, id)`,
  ],
};
