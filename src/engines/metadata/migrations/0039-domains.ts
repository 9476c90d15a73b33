import type { Migration } from './migration.ts';

/** Verified email domains of organizations. Only one organization can verify a domain. */
export const domains: Migration = {
  name: '0039-domains',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table domains (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       domain ${text} not null,
       token ${text} not null,
       state ${text} not null check (state in ('pending', 'proved')),
       proved_at ${integer},
       vouched_by ${text},
       checked_at ${integer},
       problem ${text},
       missing_since ${integer},
       created_by ${text} not null,
       created_at ${integer} not null,
       constraint domains_organization_id_domain_key unique (organization_id, domain)
     ) ${strict}`,
    `create unique index domains_proved on domains (domain) where state = 'proved'`,
  ],
};
