import type { Migration } from './migration.ts';

/** What agents may do in an organization, and the clients they came with. */
export const agents: Migration = {
  name: '0037-agents',
  isAdditive: true,
  statements: ({ integer, text, strict }) => [
    `alter table organizations add column agents ${text} not null default 'read'`,
    `alter table organizations add column agents_masked ${integer} not null default 1`,
    `create table agent_clients (
      organization_id ${text} not null references organizations (id) on delete cascade,
      credential_id ${text} not null,
      client ${text} not null,
      first_used_at ${integer} not null,
      last_used_at ${integer} not null,
      constraint agent_clients_pkey primary key (organization_id, credential_id, client)
    ) ${strict}`,
  ],
};
