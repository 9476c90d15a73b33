import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { LIMITS } from '../../spec/limits.ts';
import { SECOND_MS } from '../../spec/units.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { MailRefused, type MailCarrier } from './mail.ts';
import {
  claimMail,
  endMail,
  postponeMail,
  removeEndedMail,
  type ClaimedMail,
} from './outbox-table.ts';

export interface DeliverNeeds {
  readonly metadata: Metadata;
  readonly carrier: MailCarrier;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/**
 * Sends every mail that is due. Each is claimed before it is sent, so that no two nodes send the same one,
 * and keeps its Message-ID over all tries: should a node die between the server's yes and ours, the
 * second copy can be told from a second mail.
 */
export async function deliverMail(needs: DeliverNeeds, signal: AbortSignal): Promise<void> {
  const senders = Array.from({ length: LIMITS.mail.parallelMax }, () => sendDue(needs, signal));
  // All of them come to their end, also when one cannot go on.
  for (const sender of await Promise.allSettled(senders)) {
    if (sender.status === 'rejected') throw sender.reason;
  }
  await removeEndedMail(needs.metadata.db, needs.clock.now() - LIMITS.mail.keepMsMax);
}

async function sendDue(needs: DeliverNeeds, signal: AbortSignal): Promise<void> {
  const { metadata, clock, newId } = needs;
  while (!signal.aborted) {
    const now = clock.now();
    const claimed = await claimMail(metadata, newId(), now, now + LIMITS.mail.claimMs);
    if (claimed === undefined) return;
    await sendOne(needs, claimed);
  }
}

async function sendOne(needs: DeliverNeeds, claimed: ClaimedMail): Promise<void> {
  const { metadata, carrier, clock, log } = needs;
  const { id, attempts, mail } = claimed;
  const { attemptsMax } = LIMITS.mail;
  try {
    // Only nodes that died while sending can have left more tries behind than there may be.
    if (attempts > attemptsMax) throw new MailRefused('every try ended without an answer');
    await carrier.deliver({ ...mail, messageId: id });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    if (error instanceof MailRefused || attempts >= attemptsMax) {
      log.error(
        { mail: id, to: mail.to, subject: mail.subject, attempts, reason },
        'mail given up',
      );
      await endMail(metadata.db, claimed, 'given_up', clock.now());
      return;
    }
    log.warn({ mail: id, attempts, reason }, 'mail not delivered, trying again later');
    await postponeMail(metadata.db, claimed, clock.now() + retryDelayMs(attempts));
    return;
  }
  await insist(() => endMail(metadata.db, claimed, 'sent', clock.now()));
  log.info({ mail: id, attempts }, 'mail delivered');
}

function retryDelayMs(attempts: number): number {
  const { retryDelayMsMin, retryDelayMsMax } = LIMITS.mail;
  return Math.min(retryDelayMsMin * 2 ** (attempts - 1), retryDelayMsMax);
}

/** Once a mail is out it is worth some patience to write that down: otherwise it goes out again. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt >= 5) throw error;
    }
    await sleep(SECOND_MS);
  }
}
