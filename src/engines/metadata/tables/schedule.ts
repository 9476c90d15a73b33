/** The schedule's table: who runs what. */
declare module '../tables.ts' {
  interface Tables {
    leases: LeaseRow;
  }
}

/** Who runs a periodic job, and when it is due. */
export interface LeaseRow {
  name: string;
  /** Null while nobody runs the job. */
  holder: string | null;
  /** Grows with every new holder, so that a late one can be told from the present one. */
  fence: number;
  /** Grows with every sign of life of the holder. */
  renewals: number;
  due_at: number;
}
