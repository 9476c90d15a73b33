import { connect, type Socket } from 'node:net';
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';
import { LIMITS } from '../../../spec/limits.ts';
import {
  type Attachment,
  type CarriedMail,
  MailRefused,
  MailUnanswered,
  type MailCarrier,
} from '../mail.ts';
import { readSmtpUrl, type SmtpServer } from './smtp-server.ts';

/** Sends mail to an SMTP server over a new connection each, because mails are rare. */
export async function openSmtp(url: string, from: string): Promise<MailCarrier> {
  const server = readSmtpUrl(url);
  const sockets = new Set<Socket>();
  const transport = createTransport(transportOptions(server, sockets));
  const domain = domainOf(from);
  let lastFailure: string | undefined;

  return {
    async deliver(mail) {
      const { to, subject, text, html, leaveUrl, messageId } = mail;
      const attachments = attachedFiles(mail);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(attachments.length === 0 ? {} : { attachments }),
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...leaveHeaders(leaveUrl) },
        });
        lastFailure = undefined;
      } catch (error) {
        const failure = toFailure(error);
        lastFailure = failure instanceof MailRefused ? undefined : failure.message;
        throw failure;
      }
    },
    async health() {
      if (lastFailure === undefined) return { state: 'up' };
      return { state: 'degraded', note: `The last mail was not accepted: ${lastFailure}` };
    },
    async [Symbol.asyncDispose]() {
      transport.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** RFC 8058: the mail program itself sends the form, without a page in between. */
function leaveHeaders(leaveUrl: string | undefined): Record<string, string> {
  if (leaveUrl === undefined) return {};
  return {
    'List-Unsubscribe': `<${leaveUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function transportOptions(server: SmtpServer, sockets: Set<Socket>): SMTPTransportOptions {
  const { stepMsMax } = LIMITS.mail;
  return {
    ...server,
    connectionTimeout: stepMsMax,
    greetingTimeout: stepMsMax,
    socketTimeout: stepMsMax,
    // A mail is text and markup; nothing in it may make this process read files or call addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, callback) => openSocket(server, sockets, callback),
  };
}

/** Every connection ends in time, also one to a server that answers a byte a minute. */
function openSocket(
  { host, port }: SmtpServer,
  sockets: Set<Socket>,
  callback: (error: Error | null, socket?: { connection: Socket }) => void,
): void {
  const socket = connect({ host, port });
  // The connection keeps the process alive while it lasts; its time-out has no reason to.
  const timer = setTimeout(() => socket.destroy(), LIMITS.mail.sendMsMax).unref();
  sockets.add(socket);
  socket.once('close', () => {
    clearTimeout(timer);
    sockets.delete(socket);
  });
  const timeToConnect = setTimeout(() => {
    socket.destroy(new Error('ETIMEDOUT'));
  }, LIMITS.mail.stepMsMax);
  socket.once('error', onFailure);
  socket.once('connect', () => {
    clearTimeout(timeToConnect);
    // From here on the library handles errors.
    socket.off('error', onFailure);
    callback(null, { connection: socket });
  });
  function onFailure(error: Error): void {
    clearTimeout(timeToConnect);
    callback(error);
  }
}

/**
 * A refusal of this recipient or this text is final. One of our sender, our password or our connection
 * is for the operator to mend, and the mail can wait for it.
 */
function toFailure(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('unknown');
  const { code, command, permanent, response, message }: NodemailerError = error;
  // Truncates the server's response, which may have any length.
  const reason = `${code ?? 'error'}: ${response ?? message}`.slice(0, 300);
  const isFinal = permanent === true && (command === 'RCPT TO' || command === 'DATA');
  if (isFinal) return new MailRefused(reason);
  const isUnanswered = response === undefined && NO_ANSWER.has(code ?? '');
  return isUnanswered ? new MailUnanswered(reason) : new Error(reason);
}

/** The server can't be found or reached, or doesn't respond. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EDNS',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ESOCKET',
  'ETIMEDOUT',
]);

function domainOf(from: string): string {
  const domain = /@([^@\s<>]+)>?$/.exec(from)?.[1];
  if (domain === undefined) throw new Error('The sender of mail must be an address with a domain.');
  return domain;
}

function attachedFiles({ attachment, file, fileContent }: CarriedMail) {
  const contentType = 'application/octet-stream';
  return [
    ...(attachment === undefined ? [] : [attachedText(attachment)]),
    ...(file === undefined || fileContent === undefined
      ? []
      : [{ filename: file.name, contentType, content: Buffer.from(fileContent) }]),
  ];
}

function attachedText({ name, type, content }: Attachment) {
  return { filename: name, contentType: `${type}; charset=utf-8`, content };
}
