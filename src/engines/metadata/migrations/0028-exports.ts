import type { Migration, SchemaWords } from './migration.ts';

export const exportsAndImports: Migration = {
  name: '0028-exports',
  isAdditive: true,
  statements: (words) => [
    ...exportTables(words),
    ...runTables(words),
    ...fileTables(words),
    ...importTables(words),
  ],
};

function exportTables({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table exports (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       description ${text} not null,
       version ${integer} not null,
       enabled ${integer} not null,
       mode ${text} not null,
       query ${text} not null,
       schedule ${text} not null,
       start_at ${integer},
       earliest ${text},
       latest ${text},
       format ${text} not null,
       compression ${text} not null,
       destination ${text} not null,
       folder ${text} not null,
       secret ${text} not null,
       watermark ${integer},
       manifest ${text},
       health ${text} not null,
       health_detail ${text} not null,
       told_at ${integer},
       last_run_at ${integer},
       next_at ${integer},
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint exports_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    'create index exports_newest on exports (organization_id, created_at)',
    'create index exports_due on exports (due_at) where due_at is not null',
    'create index exports_leases on exports (lease_until) where lease_until is not null',
  ];
}

function runTables({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table export_runs (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       export_id ${text} not null references exports (id) on delete cascade,
       state ${text} not null,
       cause ${text} not null,
       requested_by ${text},
       revision ${integer} not null,
       from_ms ${integer} not null,
       to_ms ${integer} not null,
       settings ${text} not null,
       columns ${text} not null,
       tries ${integer} not null,
       error ${text},
       next_try_at ${integer},
       rows_planned ${integer},
       files_planned ${integer},
       row_count ${integer} not null,
       byte_count ${integer} not null,
       files_done ${integer} not null,
       manifest ${text},
       created_at ${integer} not null,
       started_at ${integer},
       ended_at ${integer},
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null
     ) ${strict}`,
    'create index export_runs_newest on export_runs (organization_id, export_id, created_at)',
    // At most one run of an export has not ended.
    'create unique index export_runs_open on export_runs (export_id) where ended_at is null',
    'create index export_runs_ended on export_runs (ended_at) where ended_at is not null',
    'create index export_runs_due on export_runs (due_at) where due_at is not null',
    'create index export_runs_leases on export_runs (lease_until) where lease_until is not null',
  ];
}

function fileTables({ text, integer, strict }: SchemaWords): string[] {
  return [
    // Files outlive their runs: what we keep is removed first, and only then forgotten.
    `create table export_files (
       organization_id ${text} not null references organizations (id) on delete cascade,
       export_id ${text} not null,
       run_id ${text} not null,
       number ${integer} not null,
       from_ms ${integer} not null,
       to_ms ${integer} not null,
       rows_planned ${integer} not null,
       name ${text} not null,
       state ${text} not null,
       mark ${text},
       row_count ${integer},
       byte_count ${integer},
       sha256 ${text},
       kept_until ${integer},
       constraint export_files_pkey primary key (run_id, number)
     ) ${strict}`,
    'create index export_files_of on export_files (organization_id, export_id)',
    'create index export_files_kept on export_files (kept_until) where kept_until is not null',
  ];
}

function importTables({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table imports (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       state ${text} not null,
       source ${text} not null,
       secret ${text},
       index_name ${text} not null,
       days ${integer} not null,
       from_ms ${integer},
       to_ms ${integer},
       unsigned ${integer} not null,
       manifests ${integer} not null,
       files ${integer} not null,
       files_planned ${integer},
       row_count ${integer} not null,
       rows_planned ${integer},
       error ${text},
       created_by ${text} not null,
       ip_address ${text} not null,
       user_agent ${text} not null,
       created_at ${integer} not null,
       ended_at ${integer},
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null
     ) ${strict}`,
    `create table import_files (
       organization_id ${text} not null,
       import_id ${text} not null references imports (id) on delete cascade,
       number ${integer} not null,
       name ${text} not null,
       facts ${text} not null,
       first_sequence ${integer},
       node ${integer},
       is_stored ${integer} not null,
       constraint import_files_pkey primary key (import_id, number)
     ) ${strict}`,
    'create index imports_newest on imports (organization_id, created_at)',
    'create index imports_due on imports (due_at) where due_at is not null',
    'create index imports_leases on imports (lease_until) where lease_until is not null',
  ];
}
