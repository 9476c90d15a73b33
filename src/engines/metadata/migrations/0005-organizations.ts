import type { Migration } from './migration.ts';

export const organizations: Migration = {
  name: '0005-organizations',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table organizations (
       id ${text} primary key,
       name ${text} not null,
       plan ${text} not null,
       timezone ${text} not null,
       retention_days ${integer} not null,
       oauth_google ${integer} not null,
       oauth_github ${integer} not null,
       allowed_networks ${text} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint organizations_plan check (plan in ('free', 'pro', 'business', 'enterprise'))
     ) ${strict}`,
    `create table organization_slots (
       user_id ${text} not null,
       slot ${integer} not null,
       organization_id ${text} not null references organizations (id) on delete cascade,
       constraint organization_slots_pkey primary key (user_id, slot)
     ) ${strict}`,
    `create table organization_erasures (
       organization_id ${text} primary key,
       requested_at ${integer} not null
     ) ${strict}`,
    `create table members (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       user_id ${text} not null references users (id) on delete cascade,
       role ${text} not null,
       created_at ${integer} not null,
       constraint members_once unique (organization_id, user_id),
       constraint members_role check (role in ('owner', 'admin', 'member', 'viewer'))
     ) ${strict}`,
    `create index members_user on members (user_id)`,
    `create table invitations (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       email ${text} not null,
       role ${text} not null,
       state ${text} not null,
       invited_by ${text} not null,
       created_at ${integer} not null,
       sent_at ${integer} not null,
       expires_at ${integer} not null,
       ended_at ${integer},
       constraint invitations_role check (role in ('owner', 'admin', 'member', 'viewer')),
       constraint invitations_state check (state in ('pending', 'accepted', 'revoked'))
     ) ${strict}`,
    `create unique index invitations_pending on invitations (organization_id, email) where state = 'pending'`,
    `create table elevations (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       member_id ${text} not null references members (id) on delete cascade,
       role ${text} not null,
       reason ${text} not null,
       duration_ms ${integer} not null,
       state ${text} not null,
       requested_at ${integer} not null,
       decided_by ${text},
       decided_at ${integer},
       ends_at ${integer},
       constraint elevations_role check (role in ('owner', 'admin', 'member', 'viewer')),
       constraint elevations_state check (state in ('requested', 'approved', 'denied', 'ended'))
     ) ${strict}`,
    `create index elevations_member on elevations (member_id, state)`,
  ],
};
