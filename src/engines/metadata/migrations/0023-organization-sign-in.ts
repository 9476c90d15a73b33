import type { Migration } from './migration.ts';

/** OAuth clients of organizations, their sessions, and sign-in methods as a list instead of columns. */
export const organizationSignIn: Migration = {
  name: '0023-organization-sign-in',
  isAdditive: false,
  statements: ({ text, integer, strict }) => [
    `create table oauth_clients (
       organization_id ${text} not null references organizations (id) on delete cascade,
       provider ${text} not null,
       client_id ${text} not null,
       client_secret ${text} not null,
       secret_set_at ${integer} not null,
       secret_set_by ${text} not null,
       constraint oauth_clients_pkey primary key (organization_id, provider)
     ) ${strict}`,
    `alter table sessions add column confined_to ${text}`,
    `alter table organizations add column closed_providers ${text} not null default '[]'`,
    `update organizations set closed_providers = case
       when oauth_google = 0 and oauth_github = 0 then '["google","github"]'
       when oauth_google = 0 then '["google"]'
       when oauth_github = 0 then '["github"]'
       else '[]' end`,
    'alter table organizations drop column oauth_google',
    'alter table organizations drop column oauth_github',
  ],
};
