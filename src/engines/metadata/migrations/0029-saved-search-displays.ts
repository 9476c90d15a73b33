import type { Migration } from './migration.ts';

/** How a saved search is shown, and who has starred it. */
export const savedSearchDisplays: Migration = {
  name: '0029-saved-search-displays',
  isAdditive: true,
  statements: ({ text, strict }) => [
    `alter table saved_searches add column display ${text}`,
    `create table saved_search_stars (
       saved_search_id ${text} not null references saved_searches (id) on delete cascade,
       organization_id ${text} not null,
       user_id ${text} not null references users (id) on delete cascade,
       constraint saved_search_stars_pkey primary key (user_id, saved_search_id)
     ) ${strict}`,
    'create index saved_search_stars_of on saved_search_stars (saved_search_id)',
  ],
};
