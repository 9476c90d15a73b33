/** Where entries of the audit log are sent. */
import type { AuditStreamFormat, AuditStreamKind } from '../../../spec/audit-streams.ts';

declare module '../tables.ts' {
  interface Tables {
    audit_streams: AuditStreamRow;
  }
}

export interface AuditStreamRow {
  id: string;
  organization_id: string;
  name: string;
  version: number;
  /** 1 or 0. */
  enabled: number;
  kind: AuditStreamKind;
  format: AuditStreamFormat;
  /** What may be shown of the address. */
  host: string;
  /** JSON, encrypted: the address, and the key that signs or the token that opens it. */
  secret: string;
  /** The receiver has everything up to this number. */
  sent_to: number;
  /** The last number of the request that is under way or tried again; null when there is none. */
  batch_to: number | null;
  /** The range still to be replayed; both null if there is none. */
  replay_from: number | null;
  replay_to: number | null;
  /** Failed tries of the present request. */
  failures: number;
  failing_since: number | null;
  last_error: string;
  /** When Owners were notified of the failure; null after it works again. */
  told_at: number | null;
  last_sent_at: number | null;
  /** Deleted by a member: no longer shown, and removed once the receiver has the entry about the deletion. */
  removed_at: number | null;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
  created_by: string;
  created_at: number;
  updated_at: number;
}
