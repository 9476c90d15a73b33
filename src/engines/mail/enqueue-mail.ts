import type { Clock } from '../../base/clock.ts';
import type { Unit } from '../metadata/metadata.ts';
import { checkMail, type Mail } from './message.ts';
import { insertMail } from './outbox-table.ts';

export interface EnqueueNeeds {
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Notifies sending nodes of new emails. */
export const MAIL_CHANNEL = 'mail';

/** The mail is sent soon after the transaction has committed, and never when it rolls back. */
export async function enqueueMail(needs: EnqueueNeeds, unit: Unit, mail: Mail): Promise<void> {
  checkMail(mail);
  await insertMail(unit.db, needs.newId(), mail, needs.clock.now());
  await unit.notify(MAIL_CHANNEL, '');
}
