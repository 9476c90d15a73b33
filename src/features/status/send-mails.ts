import type { Log } from '../../base/log.ts';
import type { History, MailRow } from '../../engines/history/history.ts';
import { type MailCarrier, MailRefused } from '../../engines/mail/mail.ts';
import { LIMITS } from '../../spec/limits.ts';

interface MailNeeds {
  readonly history: History;
  readonly carrier: MailCarrier;
  readonly log: Log;
  readonly now: () => number;
}

/** Sends some of the due emails. Rejected ones are retried with increasing delays, for a day at most. */
export async function sendMails(needs: MailNeeds): Promise<void> {
  const due = needs.history.dueMails(needs.now(), LIMITS.mail.parallelMax);
  await Promise.all(due.map((mail) => sendOne(needs, mail)));
}

async function sendOne({ history, carrier, log, now }: MailNeeds, mail: MailRow): Promise<void> {
  const { id, address, subject, text, leaveUrl, attempts, madeAt } = mail;
  try {
    const leave = leaveUrl === null ? {} : { leaveUrl };
    await carrier.deliver({ messageId: id, to: address, subject, text, ...leave });
    history.removeMail(id);
  } catch (error) {
    const isOver = error instanceof MailRefused || now() - madeAt >= LIMITS.mail.waitMsMax;
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ mail: id, attempts, isOver, reason }, 'status mail not accepted');
    if (isOver) return history.removeMail(id);
    const waitMs = LIMITS.mail.retryDelayMsMin * 2 ** Math.min(attempts, 20);
    history.setMail(id, attempts + 1, now() + Math.min(waitMs, LIMITS.mail.retryDelayMsMax));
  }
  return undefined;
}
