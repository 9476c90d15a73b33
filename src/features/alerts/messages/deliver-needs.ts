import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { ComposeNeeds } from './compose-message.ts';
import type { SendNeeds } from './send-message.ts';

export interface DeliverNeeds extends ComposeNeeds, SendNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly log: Log;
  /** False where mails are only written to a folder of the server. */
  readonly isMailSent: boolean;
  /** From 0 up to, but without 1. */
  readonly random: () => number;
  /** Counts what became of tries. */
  readonly noteOutcome?: (kind: string, outcome: 'sent' | 'failed' | 'dead') => void;
}
