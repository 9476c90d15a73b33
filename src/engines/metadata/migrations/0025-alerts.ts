import type { Migration, SchemaWords } from './migration.ts';

export const alerts: Migration = {
  name: '0025-alerts',
  isAdditive: true,
  statements: (words) => [
    ...rules(words),
    ...states(words),
    ...incidents(words),
    ...channels(words),
    ...deliveries(words),
  ],
};

function rules({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table alert_batches (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       interval_s ${integer} not null,
       slice ${integer} not null,
       phase_s ${integer} not null,
       ticked_at ${integer} not null,
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null,
       constraint alert_batches_slice unique (organization_id, interval_s, slice)
     ) ${strict}`,
    `create index alert_batches_due on alert_batches (due_at) where due_at is not null`,
    `create index alert_batches_leases on alert_batches (lease_until) where lease_until is not null`,
    `create table alert_rules (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       version ${integer} not null,
       is_enabled ${integer} not null,
       severity ${text} not null,
       kind ${text} not null,
       interval_s ${integer} not null,
       batch_id ${text} references alert_batches (id) on delete set null,
       settings ${text} not null,
       snoozed_until ${integer},
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint alert_rules_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    `create index alert_rules_batch on alert_rules (batch_id) where batch_id is not null`,
    `create index alert_rules_newest on alert_rules (organization_id, created_at)`,
    `create table alert_rule_runs (
       rule_id ${text} primary key references alert_rules (id) on delete cascade,
       organization_id ${text} not null,
       version ${integer} not null,
       ticked_at ${integer},
       health ${text} not null,
       health_detail ${text} not null,
       health_since ${integer} not null,
       failures ${integer} not null,
       told_at ${integer},
       retry_at ${integer},
       skipped_ticks ${integer} not null,
       sparkline ${text} not null,
       memory ${text} not null
     ) ${strict}`,
  ];
}

function states({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table alert_groups (
       organization_id ${text} not null,
       rule_id ${text} not null references alert_rules (id) on delete cascade,
       group_hash ${text} not null,
       group_key ${text} not null,
       state ${text} not null,
       progress ${text} not null,
       incident_id ${text},
       constraint alert_groups_pkey primary key (rule_id, group_hash)
     ) ${strict}`,
    `create index alert_groups_organization on alert_groups (organization_id)`,
    `create table alert_members (
       organization_id ${text} not null,
       rule_id ${text} not null references alert_rules (id) on delete cascade,
       group_hash ${text} not null,
       group_key ${text} not null,
       windows_seen ${integer} not null,
       is_expected ${integer} not null,
       first_seen_at ${integer},
       last_seen_at ${integer},
       constraint alert_members_pkey primary key (rule_id, group_hash)
     ) ${strict}`,
  ];
}

function incidents({ text, integer, real, strict }: SchemaWords): string[] {
  return [
    `create table alert_incidents (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       rule_id ${text} not null,
       rule_name ${text} not null,
       rule_version ${integer} not null,
       severity ${text} not null,
       status ${text} not null,
       group_hash ${text} not null,
       group_key ${text} not null,
       value ${real},
       condition ${text} not null,
       started_at ${integer} not null,
       fired_at ${integer} not null,
       resolved_at ${integer},
       resolved_reason ${text},
       events_from ${integer} not null,
       events_to ${integer} not null,
       search ${text} not null,
       sample_ids ${text} not null,
       acknowledged_by ${text},
       acknowledged_at ${integer},
       snoozed_until ${integer},
       is_flapping ${integer} not null,
       details ${text} not null,
       remind_at ${integer},
       constraint alert_incidents_status check (status in ('firing', 'resolved'))
     ) ${strict}`,
    `create unique index alert_incidents_open on alert_incidents (rule_id, group_hash) where status = 'firing'`,
    `create index alert_incidents_newest on alert_incidents (organization_id, fired_at)`,
    `create index alert_incidents_firing on alert_incidents (organization_id, rule_id) where status = 'firing'`,
    `create index alert_incidents_reminders on alert_incidents (remind_at) where remind_at is not null`,
    `create index alert_incidents_ended on alert_incidents (resolved_at) where resolved_at is not null`,
    `create table alert_incident_events (
       id ${text} primary key,
       organization_id ${text} not null,
       incident_id ${text} not null references alert_incidents (id) on delete cascade,
       at ${integer} not null,
       kind ${text} not null,
       details ${text} not null
     ) ${strict}`,
    `create index alert_incident_events_of on alert_incident_events (incident_id, at)`,
    `create table alert_events (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       recorded_at ${integer} not null,
       kind ${text} not null,
       rule_id ${text},
       incident_id ${text},
       text ${text} not null,
       details ${text} not null
     ) ${strict}`,
    `create index alert_events_oldest on alert_events (recorded_at)`,
  ];
}

function channels({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table alert_channels (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       kind ${text} not null,
       version ${integer} not null,
       settings ${text} not null,
       secret ${text},
       previous_secret ${text},
       previous_until ${integer},
       allows_samples ${integer} not null,
       disabled_at ${integer},
       disabled_reason ${text},
       paused_until ${integer},
       failing_since ${integer},
       told_at ${integer},
       last_sent_at ${integer},
       last_error ${text},
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint alert_channels_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    `create table alert_addresses (
       organization_id ${text} not null references organizations (id) on delete cascade,
       email ${text} not null,
       token_hash ${text},
       asked_at ${integer} not null,
       confirmed_at ${integer},
       constraint alert_addresses_pkey primary key (organization_id, email)
     ) ${strict}`,
    `create unique index alert_addresses_token on alert_addresses (token_hash) where token_hash is not null`,
    `create table alert_silences (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       version ${integer} not null,
       settings ${text} not null,
       starts_at ${integer} not null,
       ends_at ${integer},
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null
     ) ${strict}`,
    `create index alert_silences_of on alert_silences (organization_id, created_at)`,
  ];
}

function deliveries({ text, integer, strict }: SchemaWords): string[] {
  return [
    `create table alert_deliveries (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       channel_id ${text} not null,
       rule_id ${text},
       incident_id ${text},
       kind ${text} not null,
       state ${text} not null,
       withheld_by ${text},
       notice_key ${text},
       content ${text},
       is_closed ${integer} not null,
       created_at ${integer} not null,
       ended_at ${integer},
       last_status ${integer},
       last_error ${text},
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null,
       constraint alert_deliveries_state check (state in ('waiting', 'sent', 'dead', 'withheld'))
     ) ${strict}`,
    `create index alert_deliveries_due on alert_deliveries (due_at) where due_at is not null`,
    `create index alert_deliveries_leases on alert_deliveries (lease_until) where lease_until is not null`,
    `create index alert_deliveries_newest on alert_deliveries (organization_id, created_at)`,
    `create index alert_deliveries_waiting on alert_deliveries (channel_id, rule_id) where state = 'waiting'`,
    `create index alert_deliveries_notices on alert_deliveries (organization_id, notice_key) where notice_key is not null`,
    `create index mail_outbox_given_up on mail_outbox (id) where state = 'given_up'`,
    `create index alert_deliveries_ended on alert_deliveries (ended_at) where ended_at is not null`,
    `create table alert_delivery_items (
       delivery_id ${text} not null references alert_deliveries (id) on delete cascade,
       organization_id ${text} not null,
       incident_id ${text} not null references alert_incidents (id) on delete cascade,
       transition ${text} not null,
       at ${integer} not null,
       constraint alert_delivery_items_pkey primary key (delivery_id, incident_id, transition)
     ) ${strict}`,
    `create index alert_delivery_items_of on alert_delivery_items (incident_id)`,
  ];
}
