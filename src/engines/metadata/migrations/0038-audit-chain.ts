import type { Migration } from './migration.ts';

/**
 * Entries get a number and a hash when they are shipped, and leave by streams. A chain outlives its organization, as
 * its entries do. What a node of the release before ships meanwhile has no number; the chain has no gap for it.
 */
export const auditChain: Migration = {
  name: '0038-audit-chain',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `alter table audit_entries add column seq ${integer}`,
    `alter table audit_entries add column hash ${text}`,
    `alter table audit_entries add column previous_hash ${text}`,
    'create index audit_entries_seq on audit_entries (organization_id, seq) where seq is not null',
    `create table audit_chains (
       organization_id ${text} primary key,
       seq ${integer} not null,
       hash ${text} not null,
       numbered_at ${integer} not null,
       verified_from ${integer},
       verified_to ${integer},
       verified_at ${integer},
       problem ${text}
     ) ${strict}`,
    `create table audit_streams (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       name ${text} not null,
       version ${integer} not null,
       enabled ${integer} not null,
       kind ${text} not null,
       format ${text} not null,
       host ${text} not null,
       secret ${text} not null,
       sent_to ${integer} not null,
       batch_to ${integer},
       replay_from ${integer},
       replay_to ${integer},
       failures ${integer} not null,
       failing_since ${integer},
       last_error ${text} not null,
       told_at ${integer},
       last_sent_at ${integer},
       removed_at ${integer},
       due_at ${integer},
       lease_until ${integer},
       claimed_by ${text},
       fence ${integer} not null,
       attempts ${integer} not null,
       created_by ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer} not null,
       constraint audit_streams_organization_id_name_key unique (organization_id, name)
     ) ${strict}`,
    'create index audit_streams_due on audit_streams (due_at) where due_at is not null',
    'create index audit_streams_leases on audit_streams (lease_until) where lease_until is not null',
  ],
};
