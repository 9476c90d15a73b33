/**
 * Every table of the metadata store, as both engines keep it. Times are milliseconds since 1970, UTC.
 * A new table also needs a file in `migrations/`, and one `…-table.ts` in the room that owns it.
 */
export interface Tables {
  schema_migrations: MigrationRow;
  settings: SettingRow;
  leases: LeaseRow;
  mail_outbox: MailRow;
}

/** What has been done to the schema, in order. */
interface MigrationRow {
  position: number;
  name: string;
  checksum: string;
  applied_at: number;
}

/** Facts about the installation itself. */
interface SettingRow {
  key: string;
  value: string;
  changed_at: number;
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

/** Mail that waits, and for a while the record of mail that was sent or given up. */
export interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  /** JSON of the text and the markup; null once the mail was sent or given up. */
  body: string | null;
  state: 'waiting' | 'sent' | 'given_up';
  attempts: number;
  created_at: number;
  /** When it may be tried, while it waits; while a node sends it, when another may. */
  due_at: number;
  /** Of the node that sends it now. */
  claim: string | null;
  /** When it was sent or given up. */
  ended_at: number | null;
}
