import type { Migration } from './migration.ts';

export const credentials: Migration = {
  name: '0006-credentials',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table api_keys (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       scope ${text} not null,
       environment ${text} not null,
       hash ${text} not null,
       last_four ${text} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       expires_at ${integer},
       revoked_at ${integer},
       first_used_at ${integer},
       last_used_at ${integer},
       constraint api_keys_hash unique (hash),
       constraint api_keys_scope check (scope in ('ingest-only', 'read-only', 'full-access')),
       constraint api_keys_environment check (environment in ('live', 'test'))
     ) ${strict}`,
    `create index api_keys_organization on api_keys (organization_id, created_at)`,
    `create table access_tokens (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       user_id ${text} not null,
       name ${text} not null,
       scopes ${text} not null,
       hash ${text} not null,
       last_four ${text} not null,
       created_at ${integer} not null,
       expires_at ${integer},
       revoked_at ${integer},
       last_used_at ${integer},
       constraint access_tokens_hash unique (hash)
     ) ${strict}`,
    `create index access_tokens_owner on access_tokens (organization_id, user_id, created_at)`,
    `create table audit_entries (
       id ${text} primary key,
       organization_id ${text} not null,
       recorded_at ${integer} not null,
       actor ${text} not null,
       action ${text} not null,
       resource ${text} not null,
       resource_type ${text} not null,
       ip_address ${text} not null,
       user_agent ${text} not null,
       details ${text} not null,
       delivered_at ${integer}
     ) ${strict}`,
    `create index audit_entries_waiting on audit_entries (recorded_at) where delivered_at is null`,
  ],
};
