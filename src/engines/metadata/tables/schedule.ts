/** The schedule's table: who runs what. */
declare module '../tables.ts' {
  interface Tables {
    leases: LeaseRow;
  }
}

/** Who runs a periodic job, and when it is due. */
export interface LeaseRow {
  name: string;
  /** Null while the job is not running. */
  holder: string | null;
  /** Increases with every new holder, so that a former holder can be distinguished from the current one. */
  fence: number;
  /** Grows with every sign of life of the holder. */
  renewals: number;
  due_at: number;
}
