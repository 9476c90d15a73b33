import { DAY_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The delivery of mail. */
export const MAIL_LIMITS = {
  /** Tries to deliver one mail. */
  attemptsMax: 8,
  /** Delay before the first new try; it doubles with each further one. */
  retryDelayMsMin: 5 * SECOND_MS,
  /** Longest delay between two tries. */
  retryDelayMsMax: 30 * MINUTE_MS,
  /** Longest delay between two tries while the mail server does not answer; such tries are not counted. */
  unansweredDelayMsMax: 5 * MINUTE_MS,
  /** How long a mail waits for a mail server at most; then it is given up. */
  waitMsMax: 1 * DAY_MS,
  /** How often waiting mail is looked for; new mail does not wait for it. */
  everyMs: 5 * SECOND_MS,
  /** Mails a node sends at the same time. */
  parallelMax: 4,
  /** Longest wait for one step of the mail server. */
  stepMsMax: 20 * SECOND_MS,
  /** Longest time to hand over one mail. */
  sendMsMax: 1 * MINUTE_MS,
  /** How long a mail stays with a node that died while sending it before another may try. */
  claimMs: 5 * MINUTE_MS,
  /** How long the record of a mail is kept after it was sent or given up; its text goes at once. */
  keepMsMax: 30 * DAY_MS,
  /** Characters of a recipient's address. */
  addressCharactersMax: 254,
  /** Characters of a subject. */
  subjectCharactersMax: 200,
  /** Bytes of a mail's text and markup together. */
  bodyBytesMax: 256 * KB,
  /** Bytes of a file that goes along with a mail. */
  attachmentBytesMax: 1 * MB,
  /** Bytes of a kept file that goes along with a mail; a larger one is fetched by whoever signs in. */
  fileBytesMax: 10 * MB,
  /** Mails kept in the outbox folder; the oldest make room. */
  outboxFilesMax: 1_000,
} as const;
