import type { Migration } from './migration.ts';

/** Connections by SAML: their settings, responses that wait for their browser, and assertions that were used. */
export const saml: Migration = {
  name: '0049-saml',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `alter table connections add column saml ${text}`,
    `create table saml_arrivals (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       connection_id ${text} not null references connections (id) on delete cascade,
       browser ${text},
       return_path ${text} not null,
       tested_by ${text},
       arrived ${text} not null,
       expires_at ${integer} not null
     ) ${strict}`,
    'create index saml_arrivals_expiry on saml_arrivals (expires_at)',
    `create table saml_assertions (
       organization_id ${text} not null references organizations (id) on delete cascade,
       connection_id ${text} not null references connections (id) on delete cascade,
       assertion ${text} not null,
       expires_at ${integer} not null,
       constraint saml_assertions_pkey primary key (organization_id, connection_id, assertion)
     ) ${strict}`,
    'create index saml_assertions_expiry on saml_assertions (expires_at)',
  ],
};
