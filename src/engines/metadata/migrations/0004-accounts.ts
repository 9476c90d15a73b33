import type { Migration } from './migration.ts';

export const accounts: Migration = {
  name: '0004-accounts',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table users (
       id ${text} primary key,
       name ${text} not null,
       email ${text} not null,
       email_verified ${integer} not null,
       image ${text},
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint users_email unique (email)
     ) ${strict}`,
    `create table sessions (
       id ${text} primary key,
       user_id ${text} not null references users (id) on delete cascade,
       token ${text} not null,
       expires_at ${integer} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       ip_address ${text},
       user_agent ${text},
       active_organization_id ${text},
       signed_in_with ${text} not null default 'password',
       constraint sessions_token unique (token)
     ) ${strict}`,
    `create index sessions_user on sessions (user_id)`,
    `create table accounts (
       id ${text} primary key,
       user_id ${text} not null references users (id) on delete cascade,
       account_id ${text} not null,
       provider_id ${text} not null,
       access_token ${text},
       refresh_token ${text},
       id_token ${text},
       access_token_expires_at ${integer},
       refresh_token_expires_at ${integer},
       scope ${text},
       password ${text},
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint accounts_once unique (provider_id, account_id)
     ) ${strict}`,
    `create index accounts_user on accounts (user_id)`,
    `create table verifications (
       id ${text} primary key,
       identifier ${text} not null,
       value ${text} not null,
       expires_at ${integer} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null
     ) ${strict}`,
    `create index verifications_identifier on verifications (identifier)`,
    `create table password_history (
       user_id ${text} not null references users (id) on delete cascade,
       hash ${text} not null,
       created_at ${integer} not null
     ) ${strict}`,
    `create index password_history_user on password_history (user_id, created_at)`,
  ],
};
