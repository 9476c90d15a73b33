import type { Migration, SchemaWords } from './migration.ts';

export const services: Migration = {
  name: '0027-services',
  isAdditive: true,
  statements: (words) => [...kept(words), ...measured(words)],
};

function kept({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table services (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       version ${integer} not null,
       selector ${text} not null,
       owner ${text},
       tier ${integer} not null,
       links ${text} not null,
       tags ${text} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint services_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    'create index services_newest on services (organization_id, created_at)',
    `create table service_dependencies (
       service_id ${text} not null references services (id) on delete cascade,
       organization_id ${text} not null,
       depends_on ${text} not null references services (id) on delete cascade,
       constraint service_dependencies_pkey primary key (service_id, depends_on)
     ) ${strict}`,
    'create index service_dependencies_of on service_dependencies (organization_id)',
    'create index service_dependencies_on on service_dependencies (depends_on)',
    `create table kpis (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       service_id ${text} not null references services (id) on delete cascade,
       name ${text} not null,
       version ${integer} not null,
       is_enabled ${integer} not null,
       settings ${text} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint kpis_service_id_name_key unique (service_id, name)
     ) ${strict}`,
    'create index kpis_newest on kpis (organization_id, created_at)',
  ];
}

function measured({ text, integer, real, strict }: SchemaWords): string[] {
  return [
    `create table service_runs (
       id ${text} primary key references services (id) on delete cascade,
       organization_id ${text} not null,
       state ${text} not null,
       score ${real},
       state_since ${integer},
       summed_day ${integer},
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null
     ) ${strict}`,
    'create index service_runs_of on service_runs (organization_id)',
    'create index service_runs_due on service_runs (due_at) where due_at is not null',
    'create index service_runs_leases on service_runs (lease_until) where lease_until is not null',
    `create table kpi_states (
       kpi_id ${text} primary key references kpis (id) on delete cascade,
       organization_id ${text} not null,
       service_id ${text} not null,
       state ${text} not null,
       detail ${text} not null,
       value ${real},
       good ${real},
       total ${real},
       since ${integer},
       measured_to ${integer} not null,
       unrevised ${text} not null,
       first_slot ${integer},
       is_backfilled ${integer} not null
     ) ${strict}`,
    'create index kpi_states_of on kpi_states (organization_id, service_id)',
    `create table kpi_outbox (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       recorded_at ${integer} not null,
       records ${text} not null
     ) ${strict}`,
    'create index kpi_outbox_oldest on kpi_outbox (recorded_at)',
  ];
}
