import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../../base/ids.ts';
import type { History } from '../../engines/history/history.ts';

export type LinkPurpose = 'confirm' | 'leave';

/** Makes a link token that only this probe can sign, so nothing has to be stored. */
export function makeToken(secret: string, purpose: LinkPurpose, id: string): string {
  return `${id}.${sign(secret, purpose, id)}`;
}

/** Returns the ID in a token; undefined if the token was not made here for this purpose. */
export function readToken(secret: string, purpose: LinkPurpose, token: string): string | undefined {
  const [id = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^\w{1,40}$/.test(id)) return undefined;
  const wanted = Buffer.from(sign(secret, purpose, id));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? id : undefined;
}

function sign(secret: string, purpose: LinkPurpose, id: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${id}`).digest('base64url');
}

export interface Words {
  readonly subject: string;
  readonly text: string;
}

/** Puts one mail for each confirmed address into the queue. */
export function notifySubscribers(history: History, url: string, now: number, words: Words): void {
  const mails = history.confirmedSubscribers().map(({ id, address }) => {
    const leaveUrl = `${url}/subscribe/leave?token=${makeToken(history.secret, 'leave', id)}`;
    const text = `${words.text}\n\n${url}/\n\nUnsubscribe: ${leaveUrl}\n`;
    return queuedMail(address, words.subject, text, now, leaveUrl);
  });
  if (mails.length > 0) history.addMails(mails);
}

/** An email that is due immediately. */
export function queuedMail(
  address: string,
  subject: string,
  text: string,
  now: number,
  leaveUrl: string | null = null,
) {
  const id = `status_${randomBase62(22)}`;
  return { id, address, subject, text, leaveUrl, madeAt: now, attempts: 0, dueAt: now };
}
