import type { EngineHealth } from '../../base/health.ts';
import type { Mail } from './message.ts';

export { enqueueMail } from './enqueue-mail.ts';
export {
  type MailState,
  readGivenUpMail,
  readMailStates,
  removeGivenUpMail,
} from './outbox-table.ts';
export { type Attachment, MailRefused, MailUnanswered, type Mail } from './message.ts';

/** A mail with what goes along. */
export type CarriedMail = Mail & {
  readonly messageId: string;
  /** Content of `file`, if it still exists. */
  readonly fileContent?: Uint8Array;
};

/**
 * Hands one mail to the carrier. Rejects with `MailRefused` if it will never be accepted, and with `MailUnanswered` if
 * nobody responded; after other errors the caller retries later. Error messages are safe to log.
 */
export interface MailCarrier extends AsyncDisposable {
  deliver(mail: CarriedMail): Promise<void>;
  health(): Promise<EngineHealth>;
}
