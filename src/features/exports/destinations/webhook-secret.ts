import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import type { KeptDestination } from '../destinations-port.ts';

/** The encrypted part of a webhook: anybody who knows its address can write there. */
export interface WebhookSecret {
  readonly url: string;
  /** Signs every call. */
  readonly key: string;
}

export function writeWebhookSecret(secret: WebhookSecret): string {
  return JSON.stringify(secret);
}

/** A run goes by the destination it began with, and by the secret of now: that may be one of another kind. */
export function readWebhookSecret(text: string): WebhookSecret {
  try {
    return JSON.parse(text) as WebhookSecret;
  } catch {
    throw new UnreadableSecret();
  }
}

/** The key with which a receiver verifies calls; null if there is no webhook. */
export function webhookKeyOf({ shown, secret }: KeptDestination): string | null {
  return shown.kind === 'webhook' && secret !== undefined ? readWebhookSecret(secret).key : null;
}
