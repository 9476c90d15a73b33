/** Audit entries on their way to the index. */
import type { AuditAction } from '../../../spec/audit.ts';

declare module '../tables.ts' {
  interface Tables {
    audit_entries: AuditRow;
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
}
