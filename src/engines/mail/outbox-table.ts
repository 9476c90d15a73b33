import type { Kysely, Selectable } from 'kysely';
import type { Metadata } from '../metadata/metadata.ts';
import type { Tables } from '../metadata/tables.ts';
import type { MailRow } from '../metadata/tables/mail.ts';
import type { Mail } from './message.ts';

/** A mail that this node, and for a while no other, may send. */
export interface ClaimedMail {
  readonly id: string;
  readonly claim: string;
  /** This try included. */
  readonly attempts: number;
  readonly mail: Mail;
}

export async function insertMail(
  db: Kysely<Tables>,
  id: string,
  { to, subject, ...body }: Mail,
  now: number,
): Promise<void> {
  await db
    .insertInto('mail_outbox')
    .values({
      id,
      recipient: to,
      subject,
      body: JSON.stringify(body),
      state: 'waiting',
      attempts: 0,
      created_at: now,
      due_at: now,
      claim: null,
      ended_at: null,
    })
    .execute();
}

/** Takes the mail that has been due for the longest. The claim lapses by itself. */
export async function claimMail(
  { db, dialect }: Pick<Metadata, 'db' | 'dialect'>,
  claim: string,
  now: number,
  lapsesAt: number,
): Promise<ClaimedMail | undefined> {
  const due = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
  // On SQLite one statement runs at a time; on PostgreSQL each must pass over what others are taking.
  const free = dialect === 'postgres' ? due.forUpdate().skipLocked() : due;
  const row = await db
    .updateTable('mail_outbox')
    .set((mail) => ({ claim, due_at: lapsesAt, attempts: mail('attempts', '+', 1) }))
    .where('id', '=', free)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
  return row && toClaimed(row, claim);
}

/** Ends the mail and forgets what it said. Does nothing when the claim has lapsed to another node. */
export async function endMail(
  db: Kysely<Tables>,
  { id, claim }: ClaimedMail,
  state: 'sent' | 'given_up',
  now: number,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state, body: null, claim: null, ended_at: now })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

export async function postponeMail(
  db: Kysely<Tables>,
  { id, claim }: ClaimedMail,
  dueAt: number,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ claim: null, due_at: dueAt })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

export async function removeEndedMail(db: Kysely<Tables>, endedBefore: number): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', endedBefore)
    .execute();
}

function toClaimed(row: Selectable<MailRow>, claim: string): ClaimedMail {
  if (row.body === null) throw new Error('a waiting mail has a body');
  const body = JSON.parse(row.body) as Pick<Mail, 'text' | 'html'>;
  const mail = { to: row.recipient, subject: row.subject, ...body };
  return { id: row.id, claim, attempts: row.attempts, mail };
}
