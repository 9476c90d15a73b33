import type { Migration } from './migration.ts';

/** Agents connected by OAuth: the access token represents the consent, these rows the credentials of the client. */
export const oauth: Migration = {
  name: '0050-oauth',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `alter table access_tokens add column client_id ${text}`,
    `create table oauth_credentials (
       hash ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       token_id ${text} not null references access_tokens (id) on delete cascade,
       kind ${text} not null check (kind in ('code', 'access', 'refresh')),
       redirect_uri ${text},
       challenge ${text},
       expires_at ${integer} not null,
       used_at ${integer}
     ) ${strict}`,
    `create index oauth_credentials_expires_at on oauth_credentials (expires_at)`,
  ],
};
