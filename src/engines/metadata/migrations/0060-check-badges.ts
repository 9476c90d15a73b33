import type { Migration } from './migration.ts';

/** Public badges of checks. */
export const checkBadges: Migration = {
  name: '0060-check-badges',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table check_badges (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       check_id ${text} not null references checks (id) on delete cascade,
       token_hash ${text} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       constraint check_badges_check_id_key unique (check_id),
       constraint check_badges_token_hash_key unique (token_hash)
     ) ${strict}`,
    'create index check_badges_of_organization on check_badges (organization_id)',
  ],
};
