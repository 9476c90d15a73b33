/** Evaluation: what people save of one. Rows, criteria and verdicts of a run are nowhere. */
declare module '../tables.ts' {
  interface Tables {
    checks: CheckRow;
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
