import type { EngineHealth } from '../../base/health.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Hands one mail to whoever delivers it. Rejects when it was not taken; the caller tries again later. */
export interface MailCarrier extends AsyncDisposable {
  deliver(mail: Mail & { readonly messageId: string }): Promise<void>;
  health(): Promise<EngineHealth>;
}
