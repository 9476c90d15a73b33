import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import type { KeptDestination } from '../destinations-port.ts';

/** What is kept encrypted of a webhook: its address lets whoever knows it write there. */
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

/** The key by which a receiver checks calls; null where nobody is called. */
export function webhookKeyOf({ shown, secret }: KeptDestination): string | null {
  return shown.kind === 'webhook' && secret !== undefined ? readWebhookSecret(secret).key : null;
}
