import type { Migration } from './migration.ts';

/** Keys and owners of resources managed as code. */
export const bundles: Migration = {
  name: '0035-bundles',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table bundle_things (
       organization_id ${text} not null references organizations (id) on delete cascade,
       kind ${text} not null,
       key ${text} not null,
       thing_id ${text} not null,
       bundle ${text},
       applied ${text} not null,
       applied_at ${integer} not null,
       constraint bundle_things_pkey primary key (organization_id, kind, key),
       constraint bundle_things_thing_key unique (organization_id, kind, thing_id)
     ) ${strict}`,
  ],
};
