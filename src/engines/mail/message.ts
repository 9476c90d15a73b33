import { invalid } from '../../base/errors.ts';
import { LIMITS } from '../../spec/limits.ts';

export interface Mail {
  /** One bare address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Where a mail program ends the subscription with one click. */
  readonly leaveUrl?: string;
  readonly attachment?: Attachment;
  /** An attached file, sent unchanged; left out if it no longer exists. */
  readonly file?: KeptFile;
}

export interface KeptFile {
  /** What the file is called in the mail. */
  readonly name: string;
  /** What it is called among the files that we keep. */
  readonly object: string;
}

/** A file of text that goes along. */
export interface Attachment {
  readonly name: string;
  /** Its media type, without a charset: it is UTF-8. */
  readonly type: string;
  readonly content: string;
}

/** The receiving server permanently rejected this mail. */
export class MailRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefused';
  }
}

/** The mail server was unreachable or sent no response, so the state of this mail is unknown. */
export class MailUnanswered extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailUnanswered';
  }
}

/** Rejects anything that could inject a recipient or header, and mails that are too large. */
export function checkMail({ to, subject, text, html = '', attachment, file }: Mail): void {
  const { addressCharactersMax, subjectCharactersMax, bodyBytesMax, attachmentBytesMax } =
    LIMITS.mail;
  if (to.length > addressCharactersMax || !isBareAddress(to)) {
    throw invalid('to', 'Invalid email address.');
  }
  if (subject === '' || subject.length > subjectCharactersMax) {
    throw invalid('subject', `A subject has 1 to ${subjectCharactersMax} characters.`);
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) {
    throw invalid('subject', 'A subject is one line without control characters.');
  }
  if (Buffer.byteLength(text) + Buffer.byteLength(html) > bodyBytesMax) {
    throw invalid('text', `A mail has at most ${bodyBytesMax} bytes of text.`);
  }
  if (file !== undefined && !/^\w[\w.-]{0,119}$/.test(file.name)) {
    throw invalid('file', 'An attachment has a plain name.');
  }
  if (attachment === undefined) return;
  if (
    !/^[\w-]{1,50}\.\w{1,10}$/.test(attachment.name) ||
    !/^[a-z]+\/[a-z]+$/.test(attachment.type)
  ) {
    throw invalid('attachment', 'An attachment has a plain name and type.');
  }
  if (Buffer.byteLength(attachment.content) > attachmentBytesMax) {
    throw invalid('attachment', `An attachment has at most ${attachmentBytesMax} bytes.`);
  }
}

/** No list, no name, no comment, no quoting, no route: one local part and one domain. */
function isBareAddress(text: string): boolean {
  return /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u.test(text);
}
