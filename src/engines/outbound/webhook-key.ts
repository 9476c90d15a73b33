/** Keys and signatures of calls as Standard Webhooks 1.0 has them. */
import { createHmac, randomBytes } from 'node:crypto';
import { SECOND_MS } from '../../spec/units.ts';

/** Before the bytes of a key in base64. */
const PREFIX = 'whsec_';
/** Within the required range of 24 to 64. */
const KEY_BYTES = 32;

export function newWebhookKey(): string {
  return `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
}

export interface SignedCall {
  /** Identical when a call is repeated, so that the receiver can detect duplicates. */
  readonly id: string;
  readonly body: string;
  readonly now: number;
}

/** The body is signed together with its id and time, by every key in force. */
export function signedHeaders(
  { id, body, now }: SignedCall,
  keys: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now / SECOND_MS));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${sign(key, content)}`).join(' '),
  };
}

function sign(key: string, content: string): string {
  const bytes = Buffer.from(key.slice(PREFIX.length), 'base64');
  return createHmac('sha256', bytes).update(content).digest('base64');
}
