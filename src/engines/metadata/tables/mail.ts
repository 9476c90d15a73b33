/** Mail on its way out. */
declare module '../tables.ts' {
  interface Tables {
    mail_outbox: MailRow;
  }
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
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  /** When it was sent or given up. */
  ended_at: number | null;
}
