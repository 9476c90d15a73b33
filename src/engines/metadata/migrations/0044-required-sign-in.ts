import type { Migration } from './migration.ts';

/** Connections that an organization requires, and Owners who get in without them. */
export const requiredSignIn: Migration = {
  name: '0044-required-sign-in',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table required_connections (
       connection_id ${text} primary key references connections (id) on delete cascade,
       organization_id ${text} not null references organizations (id) on delete cascade,
       set_by ${text} not null,
       set_at ${integer} not null
     ) ${strict}`,
    'create index required_connections_organization on required_connections (organization_id)',
    `create table break_glass_owners (
       member_id ${text} primary key references members (id) on delete cascade,
       organization_id ${text} not null references organizations (id) on delete cascade,
       user_id ${text} not null references users (id) on delete cascade,
       networks ${text} not null,
       named_by ${text} not null,
       named_at ${integer} not null,
       used_at ${integer},
       reminded_at ${integer}
     ) ${strict}`,
    'create index break_glass_owners_organization on break_glass_owners (organization_id)',
    'create index break_glass_owners_user on break_glass_owners (user_id)',
  ],
};
