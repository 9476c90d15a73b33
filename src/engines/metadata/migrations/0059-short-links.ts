import type { Migration } from './migration.ts';

/** Short addresses of pages of the web app. */
export const shortLinks: Migration = {
  name: '0059-short-links',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table short_links (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       title ${text} not null,
       path ${text} not null,
       created_by ${text} not null,
       user_id ${text},
       created_at ${integer} not null,
       expires_at ${integer} not null
     ) ${strict}`,
    'create index short_links_newest on short_links (organization_id, created_at, id)',
    'create index short_links_expiry on short_links (expires_at)',
  ],
};
