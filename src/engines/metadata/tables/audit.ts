/** Audit entries on their way to the index, and the chain they form. */
import type { AuditAction } from '../../../spec/audit.ts';

declare module '../tables.ts' {
  interface Tables {
    audit_entries: AuditRow;
    audit_chains: AuditChainRow;
  }
}

/** Written in the transaction of what it tells about, then shipped to the index `_audit`. */
export interface AuditRow {
  id: string;
  organization_id: string;
  recorded_at: number;
  actor: string;
  action: AuditAction;
  resource: string;
  resource_type: string;
  ip_address: string;
  user_agent: string;
  /** JSON. */
  details: string;
  /** When the ingest queue took it. */
  delivered_at: number | null;
  /**
   * Position in the hash chain of its organization; null until it is shipped, and for entries shipped before the chain
   * existed.
   */
  seq: number | null;
  hash: string | null;
  previous_hash: string | null;
}

/** How far the entries of an organization are numbered, and whether the stored entries were verified. */
export interface AuditChainRow {
  organization_id: string;
  /** Of the newest numbered entry; 0 while there is none. */
  seq: number;
  hash: string;
  numbered_at: number;
  /** What the last verification read; null until there was one, and when it found no numbered entry. */
  verified_from: number | null;
  verified_to: number | null;
  verified_at: number | null;
  /** What the last verification found wrong. */
  problem: string | null;
}
