import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Objects } from '../objects/objects.ts';
import { Hopeless, insist, NotNow, type Claim, type DueWork } from '../schedule/schedule.ts';
import { MAIL_CHANNEL } from './enqueue-mail.ts';
import { MailRefused, MailUnanswered, type MailCarrier } from './mail.ts';
import { endMail, mailOf, type OutboxRow } from './outbox-table.ts';

export interface DeliverNeeds {
  readonly metadata: Metadata;
  readonly carrier: MailCarrier;
  /** Storage of attachments. */
  readonly objects: Pick<Objects, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sends due emails. Each is claimed first, so that only one node sends it, and keeps its Message-ID across retries, so
 * that a copy sent after a crash is recognizable as a duplicate.
 */
export function deliverMail(needs: DeliverNeeds): DueWork<OutboxRow> {
  const { attemptsMax, claimMs, everyMs, parallelMax, waitMsMax } = LIMITS.mail;
  return {
    name: 'mail',
    table: 'mail_outbox',
    placesMax: parallelMax,
    leaseMs: claimMs,
    everyMs,
    channel: MAIL_CHANNEL,
    attemptsMax,
    retryDelayMs,
    isTooLate: ({ created_at: createdAt }, now) => now - createdAt >= waitMsMax,
    work: (row, claim) => send(needs, row, claim),
    giveUp: (row, claim, reason) => giveUp(needs, row, claim, reason),
  };
}

async function send(needs: DeliverNeeds, row: OutboxRow, claim: Claim): Promise<void> {
  const { carrier, clock, log } = needs;
  try {
    const mail = mailOf(row);
    const fileContent = mail.file && (await readFile(needs, mail.file.object));
    await carrier.deliver({ ...mail, messageId: row.id, ...(fileContent && { fileContent }) });
  } catch (error) {
    if (error instanceof MailRefused) throw new Hopeless(error);
    if (error instanceof MailUnanswered) {
      throw new NotNow(error.message, unansweredDelayMs(clock.now() - row.created_at), error);
    }
    throw error;
  }
  await insist(() => end(needs, row, claim, 'sent'));
  log.info({ mail: row.id, attempts: row.attempts }, 'mail delivered');
}

/** Undefined if the file was deleted or has grown. */
async function readFile({ objects }: DeliverNeeds, name: string): Promise<Buffer | undefined> {
  const found = await objects.read(name);
  if (found === undefined) return undefined;
  if (found.bytes <= LIMITS.mail.fileBytesMax) return buffer(found.content);
  found.content.destroy();
  return undefined;
}

async function giveUp(
  needs: DeliverNeeds,
  row: OutboxRow,
  claim: Claim,
  cause: unknown,
): Promise<void> {
  const { id, recipient: to, subject, attempts } = row;
  const reason = cause instanceof Error ? cause.message : 'unknown';
  await end(needs, row, claim, 'given_up');
  needs.log.error({ mail: id, to, subject, attempts, reason }, 'mail failed');
}

async function end(
  { metadata, clock }: DeliverNeeds,
  { id }: OutboxRow,
  claim: Claim,
  state: 'sent' | 'given_up',
): Promise<void> {
  await metadata.transaction(async (unit) => {
    await claim.settle(unit, { dueAt: null, attempts: claim.attempts });
    await endMail(unit.db, id, state, clock.now());
  });
}

function retryDelayMs(attempts: number): number {
  const { retryDelayMsMin, retryDelayMsMax } = LIMITS.mail;
  return Math.min(retryDelayMsMin * 2 ** (attempts - 1), retryDelayMsMax);
}

/** Such tries are not counted, so the delay grows with the age of the mail instead. */
function unansweredDelayMs(ageMs: number): number {
  const { retryDelayMsMin, unansweredDelayMsMax } = LIMITS.mail;
  return Math.min(Math.max(ageMs / 4, retryDelayMsMin), unansweredDelayMsMax);
}
