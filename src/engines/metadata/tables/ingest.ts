/** When events could not be found although they were sent, and which nodes take events. */
declare module '../tables.ts' {
  interface Tables {
    ingest_gaps: IngestGapRow;
    ingest_nodes: IngestNodeRow;
  }
}

export interface IngestGapRow {
  id: string;
  /** Where it was so. */
  node: string;
  /** Null = every organization. */
  organization_id: string | null;
  kind: 'lag' | 'refusing' | 'spilling' | 'quota' | 'node_away';
  from_ms: number;
  /** Null while it lasts. */
  to_ms: number | null;
}

export interface IngestNodeRow {
  node: string;
  /** Its last sign of life. */
  seen_at: number;
  /** 1 if it may hold events that no other node can store. */
  holds_events: number;
}
