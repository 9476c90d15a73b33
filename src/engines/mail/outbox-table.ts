import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import type { MailRow } from '../metadata/tables/mail.ts';
import type { Mail } from './message.ts';

/** An outbox row during delivery. */
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
    // Queuing the same mail again has no effect.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Records the result of a mail and deletes its content; the caller also settles the claim. */
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

/** The state of a mail without its content. */
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
    // A literal, so that the partial index is used.
    .where('state', '=', sql.lit('given_up' as const))
    .where('id', '>=', prefix)
    .where('id', '<', after(prefix))
    .orderBy('id')
    .limit(rowsMax)
    .execute();
  return rows.map(({ id }) => id);
}

/** Mails in any state whose IDs start with this prefix. */
export async function readMailStates(db: Kysely<Tables>, prefix: string): Promise<MailState[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'state', 'attempts', 'created_at', 'ended_at'])
    .where('id', '>=', prefix)
    .where('id', '<', after(prefix))
    .execute();
}

/** Removes mails that were given up, once the sender knows, so that they can be sent again. */
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

/** The first string after all strings with this prefix. */
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
