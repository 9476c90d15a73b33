import { DAY_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The delivery of mail. */
export const MAIL_LIMITS = {
  /** Delivery attempts per email. */
  attemptsMax: 8,
  /** Delay before the first retry; it doubles with each further one. */
  retryDelayMsMin: 5 * SECOND_MS,
  /** Longest delay between attempts. */
  retryDelayMsMax: 30 * MINUTE_MS,
  /** Longest delay between attempts while the mail server does not respond; these attempts are not counted. */
  unansweredDelayMsMax: 5 * MINUTE_MS,
  /** How long an email is retried; after that, it has failed. */
  waitMsMax: 1 * DAY_MS,
  /** How often queued emails are checked; new ones are sent immediately. */
  everyMs: 5 * SECOND_MS,
  /** Concurrent deliveries per node. */
  parallelMax: 4,
  /** Timeout of one SMTP command. */
  stepMsMax: 20 * SECOND_MS,
  /** Timeout of one delivery. */
  sendMsMax: 1 * MINUTE_MS,
  /** Lease of an email: after this time, another node may send it. */
  claimMs: 5 * MINUTE_MS,
  /** How long the record of an email is kept after it was sent or has failed; its content is deleted immediately. */
  keepMsMax: 30 * DAY_MS,
  /** Characters of a recipient's address. */
  addressCharactersMax: 254,
  /** Characters of a subject. */
  subjectCharactersMax: 200,
  /** Size of an email, text and HTML together. */
  bodyBytesMax: 256 * KB,
  /** Size of an attachment. */
  attachmentBytesMax: 1 * MB,
  /** Size of an attached file from storage; a larger one is sent as a link that requires sign-in. */
  fileBytesMax: 10 * MB,
  /** Emails kept in the outbox folder; the oldest are deleted. */
  outboxFilesMax: 1_000,
} as const;
