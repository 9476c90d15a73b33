import type { Migration } from './migration.ts';

export const ingestGaps: Migration = {
  name: '0024-ingest-gaps',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table ingest_gaps (
       id ${text} not null,
       node ${text} not null,
       organization_id ${text} references organizations (id) on delete cascade,
       kind ${text} not null,
       from_ms ${integer} not null,
       to_ms ${integer},
       constraint ingest_gaps_pkey primary key (id)
     ) ${strict}`,
    'create index ingest_gaps_by_organization on ingest_gaps (organization_id, to_ms)',
    'create index ingest_gaps_by_node on ingest_gaps (node, to_ms)',
    'create index ingest_gaps_by_end on ingest_gaps (to_ms)',
    `create table ingest_nodes (
       node ${text} not null,
       seen_at ${integer} not null,
       holds_events ${integer} not null,
       constraint ingest_nodes_pkey primary key (node)
     ) ${strict}`,
  ],
};
