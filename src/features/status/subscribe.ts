import { randomBase62 } from '../../base/ids.ts';
import type { History } from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { makeToken, queuedMail, readToken } from './notify-subscribers.ts';

const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/iu;

/**
 * Sends a confirmation request to an address. The result is the same whether the address is known, new or over the
 * limit, so that nobody can find out who is subscribed; undefined if it is not an address.
 */
export function askToSubscribe(
  history: History,
  url: string,
  now: number,
  given: string,
): 'asked' | undefined {
  const address = given.trim().toLowerCase();
  if (address.length > LIMITS.mail.addressCharactersMax || !ADDRESS.test(address)) return undefined;
  const known = history.subscriber({ address });
  if (known?.isConfirmed) return 'asked';
  if (known !== undefined && now - known.askedAt < LIMITS.status.subscribeAgainMs) return 'asked';
  if (known === undefined && history.countSubscribers() >= LIMITS.status.subscribersMax) {
    return 'asked';
  }
  const id = known?.id ?? randomBase62(22);
  history.setSubscriber({ id, address, askedAt: now, isConfirmed: false });
  const link = `${url}/subscribe/confirm?token=${makeToken(history.secret, 'confirm', id)}`;
  const text = `Confirm your subscription to emails about incidents and maintenance of Xplain.\n\nOpen this link within 48 hours: ${link}\n\nIf you didn't request this, ignore this email. You won't get any others.\n`;
  history.addMails([
    queuedMail(address, 'Confirm your subscription to Xplain status updates', text, now),
  ]);
  return 'asked';
}

/** False when the link is not ours or too old. */
export function confirmSubscription(history: History, now: number, token: string): boolean {
  const id = readToken(history.secret, 'confirm', token);
  const known = id === undefined ? undefined : history.subscriber({ id });
  if (known === undefined) return false;
  if (!known.isConfirmed && now - known.askedAt > LIMITS.status.subscribeMsMax) return false;
  history.setSubscriber({ ...known, isConfirmed: true });
  return true;
}

/** False when the link is not ours. One that was used already is as good as the first time. */
export function leave(history: History, token: string): boolean {
  const id = readToken(history.secret, 'leave', token);
  if (id === undefined) return false;
  history.removeSubscriber(id);
  return true;
}
