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
  /** What `file` names, unless it is gone. */
  readonly fileContent?: Uint8Array;
};

/**
 * Hands one mail to whoever delivers it. Rejects when it was not taken: with `MailRefused` when it never
 * will be, with `MailUnanswered` when nobody answered; otherwise the caller tries again later. The message of
 * each error is fit for the log.
 */
export interface MailCarrier extends AsyncDisposable {
  deliver(mail: CarriedMail): Promise<void>;
  health(): Promise<EngineHealth>;
}
