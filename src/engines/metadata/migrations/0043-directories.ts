import type { Migration } from './migration.ts';

/** Directories that provision members: their tokens, users and groups, and members that they have suspended. */
export const directories: Migration = {
  name: '0043-directories',
  isAdditive: true,
  statements: (dialect) => [...credentials(dialect), ...entries(dialect)],
};

type Statements = Extract<Migration['statements'], (...given: never[]) => unknown>;
type Dialect = Parameters<Statements>[0];

function credentials({ text, integer, strict }: Dialect): string[] {
  return [
    `create table scim_tokens (
         id ${text} primary key,
         organization_id ${text} not null references organizations (id) on delete cascade,
         name ${text} not null,
         hash ${text} not null,
         last_four ${text} not null,
         created_by ${text} not null,
         created_at ${integer} not null,
         expires_at ${integer} not null,
         revoked_at ${integer},
         first_used_at ${integer},
         last_used_at ${integer},
         warned_days ${integer},
         constraint scim_tokens_hash unique (hash)
       ) ${strict}`,
    'create index scim_tokens_organization on scim_tokens (organization_id)',
    `create table suspended_members (
         organization_id ${text} not null references organizations (id) on delete cascade,
         user_id ${text} not null references users (id) on delete cascade,
         member_id ${text} not null,
         role ${text} not null,
         role_connection_id ${text},
         created_at ${integer} not null,
         suspended_at ${integer} not null,
         constraint suspended_members_pkey primary key (organization_id, user_id),
         constraint suspended_members_role check (role in ('owner', 'admin', 'member', 'viewer'))
       ) ${strict}`,
    'create index suspended_members_user on suspended_members (user_id)',
  ];
}

function entries({ text, integer, strict }: Dialect): string[] {
  return [
    `create table directory_users (
         id ${text} primary key,
         organization_id ${text} not null references organizations (id) on delete cascade,
         user_id ${text} not null references users (id) on delete cascade,
         user_name_key ${text} not null,
         external_id ${text},
         display_name ${text},
         email ${text} not null,
         active ${integer} not null,
         attributes ${text} not null,
         made_account ${integer} not null,
         created_at ${integer} not null,
         updated_at ${integer} not null,
         constraint directory_users_user unique (organization_id, user_id),
         constraint directory_users_name unique (organization_id, user_name_key),
         constraint directory_users_external unique (organization_id, external_id)
       ) ${strict}`,
    'create index directory_users_account on directory_users (user_id)',
    `create table directory_groups (
         id ${text} primary key,
         organization_id ${text} not null references organizations (id) on delete cascade,
         display_name ${text} not null,
         external_id ${text},
         created_at ${integer} not null,
         updated_at ${integer} not null,
         constraint directory_groups_external unique (organization_id, external_id)
       ) ${strict}`,
    `create table directory_group_members (
         organization_id ${text} not null references organizations (id) on delete cascade,
         group_id ${text} not null references directory_groups (id) on delete cascade,
         directory_user_id ${text} not null references directory_users (id) on delete cascade,
         constraint directory_group_members_pkey primary key (group_id, directory_user_id)
       ) ${strict}`,
    'create index directory_group_members_user on directory_group_members (directory_user_id)',
    'create index directory_group_members_organization on directory_group_members (organization_id)',
    `create table scim_requests (
         id ${text} primary key,
         organization_id ${text} not null references organizations (id) on delete cascade,
         created_at ${integer} not null,
         token_id ${text} not null,
         method ${text} not null,
         path ${text} not null,
         status ${integer} not null,
         detail ${text}
       ) ${strict}`,
    'create index scim_requests_organization on scim_requests (organization_id, created_at)',
  ];
}
