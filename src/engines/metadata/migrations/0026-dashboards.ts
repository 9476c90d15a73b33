import type { Migration, SchemaWords } from './migration.ts';

export const dashboards: Migration = {
  name: '0026-dashboards',
  isAdditive: true,
  statements: (words) => [...kept(words), ...handedOut(words)],
};

function kept({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table dashboards (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       key ${text},
       name ${text} not null,
       description ${text} not null,
       tags ${text} not null,
       panel_count ${integer} not null,
       version ${integer} not null,
       definition ${text} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_by ${text} not null,
       updated_at ${integer} not null,
       constraint dashboards_organization_id_key_key unique (organization_id, key)
     ) ${strict}`,
    'create index dashboards_newest on dashboards (organization_id, created_at)',
    `create table dashboard_versions (
       dashboard_id ${text} not null references dashboards (id) on delete cascade,
       organization_id ${text} not null,
       version ${integer} not null,
       name ${text} not null,
       note ${text} not null,
       definition ${text} not null,
       saved_by ${text} not null,
       saved_at ${integer} not null,
       constraint dashboard_versions_pkey primary key (dashboard_id, version)
     ) ${strict}`,
    `create table dashboard_stars (
       dashboard_id ${text} not null references dashboards (id) on delete cascade,
       organization_id ${text} not null,
       user_id ${text} not null references users (id) on delete cascade,
       constraint dashboard_stars_pkey primary key (user_id, dashboard_id)
     ) ${strict}`,
    'create index dashboard_stars_of on dashboard_stars (dashboard_id)',
  ];
}

function handedOut({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table dashboard_links (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       dashboard_id ${text} not null references dashboards (id) on delete cascade,
       version ${integer} not null,
       definition ${text} not null,
       settings ${text} not null,
       indexes ${text} not null,
       raw_rows ${integer} not null,
       embed_origins ${text} not null,
       token_hash ${text} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       expires_at ${integer} not null,
       constraint dashboard_links_token_hash_key unique (token_hash)
     ) ${strict}`,
    'create index dashboard_links_of on dashboard_links (organization_id, dashboard_id)',
    'create index dashboard_links_by_end on dashboard_links (expires_at)',
    `create table dashboard_reports (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       dashboard_id ${text} not null references dashboards (id) on delete cascade,
       name ${text} not null,
       schedule ${text} not null,
       recipients ${text} not null,
       earliest ${text},
       latest ${text},
       variables ${text} not null,
       is_enabled ${integer} not null,
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null,
       last_sent_at ${integer},
       last_error ${text},
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null
     ) ${strict}`,
    'create index dashboard_reports_of on dashboard_reports (organization_id, dashboard_id)',
    'create index dashboard_reports_due on dashboard_reports (due_at) where due_at is not null',
    'create index dashboard_reports_leases on dashboard_reports (lease_until) where lease_until is not null',
  ];
}
