import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import type { MailRow } from '../metadata/tables/mail.ts';
import type { Mail } from './message.ts';

/** A row of the outbox as it is worked on. */
export type OutboxRow = Readonly<Selectable<MailRow>>;

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
      lease_until: null,
      claimed_by: null,
      fence: 0,
      ended_at: null,
    })
    .execute();
}

/** Notes how the mail ended and forgets what it said; whoever calls this settles the claim as well. */
export async function endMail(
  db: Transaction<Tables>,
  id: string,
  state: 'sent' | 'given_up',
  now: number,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state, body: null, ended_at: now })
    .where('id', '=', id)
    .execute();
}

export async function removeEndedMail(db: Kysely<Tables>, endedBefore: number): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', endedBefore)
    .execute();
}

export function mailOf({ recipient, subject, body }: OutboxRow): Mail {
  if (body === null) throw new Error('a waiting mail has a body');
  return {
    to: recipient,
    subject,
    ...(JSON.parse(body) as Pick<Mail, 'text' | 'html' | 'attachment'>),
  };
}
