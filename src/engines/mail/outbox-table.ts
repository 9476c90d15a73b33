import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
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
    // The same mail is queued once, whoever says so again.
    .onConflict((conflict) => conflict.column('id').doNothing())
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

/** How mails stand, without what they say. */
export type MailState = Pick<OutboxRow, 'id' | 'state' | 'attempts' | 'created_at' | 'ended_at'>;

/** Ids of mails that were given up, of those whose ids begin so. */
export async function readGivenUpMail(
  db: Kysely<Tables>,
  prefix: string,
  rowsMax: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('id')
    // Written out, so that the index of such mails is used.
    .where('state', '=', sql.lit('given_up' as const))
    .where('id', '>=', prefix)
    .where('id', '<', after(prefix))
    .orderBy('id')
    .limit(rowsMax)
    .execute();
  return rows.map(({ id }) => id);
}

/** Mails whose ids begin so, in whatever state. */
export async function readMailStates(db: Kysely<Tables>, prefix: string): Promise<MailState[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'state', 'attempts', 'created_at', 'ended_at'])
    .where('id', '>=', prefix)
    .where('id', '<', after(prefix))
    .execute();
}

/** Of mails that were given up, once whoever sent them knows: then they can be sent again. */
export async function removeGivenUpMail(
  db: Transaction<Tables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('mail_outbox')
    .where('state', '=', 'given_up')
    .where('id', 'in', ids)
    .execute();
}

/** The first text behind all that begin so. */
function after(prefix: string): string {
  return (
    prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1)
  );
}

export function mailOf({ recipient, subject, body }: OutboxRow): Mail {
  if (body === null) throw new Error('a waiting mail has a body');
  return {
    to: recipient,
    subject,
    ...(JSON.parse(body) as Omit<Mail, 'to' | 'subject'>),
  };
}
