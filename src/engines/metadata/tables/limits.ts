/** What organizations have used. */
declare module '../tables.ts' {
  interface Tables {
    usage_days: UsageDayRow;
    usage_batches: UsageBatchRow;
    quota_warnings: QuotaWarningRow;
    ai_credits: AiCreditRow;
    ai_holds: AiHoldRow;
  }
}

/** What an organization has sent on a day (UTC) and the store has taken. */
export interface UsageDayRow {
  organization_id: string;
  /** `2026-11-15`. */
  day: string;
  events: number;
  /** Of the events' JSON. */
  bytes: number;
  /** Held over the quota for too long, and thrown away. */
  discarded_events: number;
  discarded_bytes: number;
}

/** Batches that have been counted, so that none is counted twice. */
export interface UsageBatchRow {
  token: string;
  recorded_at: number;
}

/** Days on which Owners were notified that the quota is nearly used up. */
export interface QuotaWarningRow {
  organization_id: string;
  day: string;
  warned_at: number;
}

/** What an organization has spent in one month, in micro-credits. */
export interface AiCreditRow {
  organization_id: string;
  /** Year and month in UTC, e.g. `2026-11`. */
  month: string;
  used: number;
  /** Set aside by runs that have not ended. */
  held: number;
  runs: number;
  failed_runs: number;
}

/** Credits reserved by a run; booked as used if not settled before they expire. */
export interface AiHoldRow {
  id: string;
  organization_id: string;
  month: string;
  amount: number;
  expires_at: number;
}
