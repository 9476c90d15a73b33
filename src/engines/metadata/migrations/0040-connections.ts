import type { Migration } from './migration.ts';

/** Identity providers of organizations, their linked identities, and sign-ins in progress. */
export const connections: Migration = {
  name: '0040-connections',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table connections (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       kind ${text} not null,
       preset ${text} not null,
       version ${integer} not null,
       issuer ${text} not null,
       client_id ${text} not null,
       client_secret ${text} not null,
       attributes ${text} not null,
       jit ${integer} not null,
       role_map ${text} not null,
       default_role ${text} not null check (default_role in ('viewer', 'member', 'none')),
       on_missing_groups ${text} not null,
       session_hours ${integer} not null,
       test_result ${text},
       tested_at ${integer},
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint connections_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    `create table connection_identities (
       organization_id ${text} not null references organizations (id) on delete cascade,
       issuer ${text} not null,
       subject ${text} not null,
       member_id ${text} not null references members (id) on delete cascade,
       user_id ${text} not null references users (id) on delete cascade,
       created_at ${integer} not null,
       constraint connection_identities_pkey primary key (organization_id, issuer, subject),
       constraint connection_identities_one_each unique (organization_id, issuer, member_id)
     ) ${strict}`,
    'create index connection_identities_members on connection_identities (member_id)',
    'create index connection_identities_users on connection_identities (user_id)',
    `create table connection_flows (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       connection_id ${text} not null references connections (id) on delete cascade,
       browser ${text} not null,
       nonce ${text} not null,
       verifier ${text} not null,
       return_path ${text} not null,
       tested_by ${text},
       expires_at ${integer} not null
     ) ${strict}`,
    'create index connection_flows_expiry on connection_flows (expires_at)',
    `alter table sessions add column connection_id ${text}`,
    `alter table sessions add column ends_at ${integer}`,
    'create index sessions_connections on sessions (connection_id) where connection_id is not null',
    `alter table members add column role_connection_id ${text}`,
  ],
};
