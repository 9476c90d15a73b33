import type { Log } from '../../base/log.ts';
import type { MailCarrier } from './mail.ts';

/** Who takes our mail: a mail server, or a folder for installations without one. */
export type MailPlace =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  | { readonly kind: 'outbox'; readonly directory: string; readonly from: string };

export async function openMailCarrier(
  needs: { readonly log: Log },
  place: MailPlace,
): Promise<MailCarrier> {
  switch (place.kind) {
    case 'smtp': {
      const { openSmtp } = await import('./smtp/open-smtp.ts');
      return openSmtp(place.url, place.from);
    }
    case 'outbox': {
      const { openOutbox } = await import('./outbox/open-outbox.ts');
      return openOutbox(needs, place.directory, place.from);
    }
  }
}
