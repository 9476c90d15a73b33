import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Outbound } from '../../../engines/outbound/outbound.ts';
import type { AccessNeeds } from '../../../guard/access/index.ts';
import type { SendNeeds } from '../messages/send-message.ts';

/** What the verbs of channels work with. */
export interface ChannelNeeds extends SendNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly outbound: Outbound;
  /** For links in mails, and how many of them may leave. */
  readonly access: Pick<
    AccessNeeds,
    'publicOrigin' | 'isMailSent' | 'enqueueMail' | 'counters' | 'mailLimits'
  >;
}
