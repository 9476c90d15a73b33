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
  /** When it may be tried, while it waits; while a node sends it, when another may. */
  due_at: number;
  /** Of the node that sends it now. */
  claim: string | null;
  /** When it was sent or given up. */
  ended_at: number | null;
}
