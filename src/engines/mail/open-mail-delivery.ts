import { LIMITS } from '../../spec/limits.ts';
import { HOUR_MS } from '../../spec/units.ts';
import type { DueWork, PeriodicJob } from '../schedule/schedule.ts';
import { deliverMail, type DeliverNeeds } from './deliver-mail.ts';
import { removeEndedMail, type OutboxRow } from './outbox-table.ts';

/** What nodes run so that mail is sent. */
export interface MailDelivery {
  readonly work: DueWork<OutboxRow>;
  /** Deletes records of mails that ended long ago. */
  readonly job: PeriodicJob;
}

export function openMailDelivery(needs: DeliverNeeds): MailDelivery {
  const { metadata, clock } = needs;
  return {
    work: deliverMail(needs),
    job: {
      name: 'mail-tidying',
      everyMs: 1 * HOUR_MS,
      run: () => removeEndedMail(metadata.db, clock.now() - LIMITS.mail.keepMsMax),
    },
  };
}
