/** Evaluation: what people save of one, and outcomes where they want them. Rows and verdicts of a run are nowhere. */
declare module '../tables.ts' {
  interface Tables {
    checks: CheckRow;
    check_histories: CheckHistoryRow;
    check_runs: CheckRunRow;
    check_badges: CheckBadgeRow;
  }
}

/** An evaluation under a name. */
export interface CheckRow {
  id: string;
  organization_id: string;
  /** At most one of a name in an organization. */
  name: string;
  description: string;
  /** Null: each run brings its rows. */
  query: string | null;
  /** JSON: criteria, items, mode, model, compression and credit cap. */
  settings: string;
  /** Grows with every change. */
  version: number;
  created_by: string;
  created_at: number;
  updated_by: string;
  updated_at: number;
}

/** There for organizations that keep outcomes of their checks. */
export interface CheckHistoryRow {
  organization_id: string;
  enabled_by: string;
  enabled_at: number;
}

/** What came of a run: no row, no explanation, no quote. */
export interface CheckRunRow {
  id: string;
  organization_id: string;
  check_id: string;
  /** Of the check. */
  version: number;
  /** JSON list of items, each with status, confidence and ids of events. */
  outcomes: string;
  created_at: number;
}

/** Shows the last outcome of a check to everybody who has its token. At most one of a check. */
export interface CheckBadgeRow {
  id: string;
  organization_id: string;
  check_id: string;
  token_hash: string;
  created_by: string;
  created_at: number;
}
