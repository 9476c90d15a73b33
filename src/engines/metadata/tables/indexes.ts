/** Indexes and pending work on their events. */
declare module '../tables.ts' {
  interface Tables {
    indexes: IndexRow;
    index_erasures: IndexErasureRow;
    index_retentions: IndexRetentionRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    indexes: true;
  }
}

/** An index other than `main`, which every organization has; `main` has a row only after it was changed. */
export interface IndexRow {
  organization_id: string;
  name: string;
  description: string;
  /** Null = the organization's. */
  retention_days: number | null;
  created_at: number;
}

/** A deleted index whose events are still being removed: those that arrived before the deletion. */
export interface IndexErasureRow {
  organization_id: string;
  index_name: string;
  requested_at: number;
}

/** The retention that the stored events of an index were given last. */
export interface IndexRetentionRow {
  organization_id: string;
  index_name: string;
  retention_days: number;
  applied_at: number;
  /** 1 once events that were on their way then have it as well. */
  is_settled: number;
}
