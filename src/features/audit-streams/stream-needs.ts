import type { Log } from '../../base/log.ts';
import type { Mail } from '../../engines/mail/mail.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { Outbound } from '../../engines/outbound/outbound.ts';
import type { NumberedNeeds } from '../../guard/audit/index.ts';
import type { SendNeeds } from './send-content.ts';

export interface StreamNeeds extends SendNeeds, Pick<NumberedNeeds, 'store'> {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly outbound: Pick<Outbound, 'send' | 'check'>;
  readonly log: Log;
  readonly enqueueMail: (unit: Unit, mail: Mail) => Promise<void>;
  readonly publicOrigin: () => string;
}
