/** A node while it starts: what is open, and what its parts are made from. */
import type { Config } from '../config/index.ts';
import type { Counters } from '../engines/counters/counters.ts';
import type { MailCarrier } from '../engines/mail/mail.ts';
import type { Mining } from '../engines/mining/mining.ts';
import type { Metadata } from '../engines/metadata/metadata.ts';
import type { Objects } from '../engines/objects/objects.ts';
import type { IngestQueue } from '../engines/queue/queue.ts';
import type { LogStore } from '../engines/store/store.ts';
import type { FairTurns } from '../engines/threads/fair-turns.ts';
import type { createReceiptIds, EventEncoder } from '../flow/ingest/index.ts';
import type { SearchNeeds } from '../flow/search/index.ts';
import type { StoredTimes } from '../flow/writer/index.ts';
import type { AccessCache, AccessNeeds } from '../guard/access/index.ts';
import type { Accounts } from '../guard/accounts/index.ts';
import type { ProcessLog } from '../http/log.ts';
import type { ProcessMetrics } from '../http/metrics.ts';

/** Everything that is open, in the order it was opened. */
export interface Engines {
  readonly metadata: Metadata;
  readonly counters: Counters;
  readonly queue: IngestQueue;
  /** Events over a daily quota. */
  readonly holding: IngestQueue;
  readonly store: LogStore;
  readonly objects: Objects;
  readonly mail: MailCarrier;
  /** Finds patterns beside the thread that answers requests. */
  readonly mining: Mining;
}

/** The node while it starts, and what its parts are made from. */
export interface Node {
  readonly config: Config;
  readonly log: ProcessLog;
  readonly metrics: ProcessMetrics;
  readonly opened: AsyncDisposableStack;
  readonly engines: Engines;
  /** Where people reach us; the port is known once it is bound. */
  readonly publicOrigin: () => string;
  readonly encoder: EventEncoder;
  /** The places for queries, which organizations share. */
  readonly turns: FairTurns;
  /** What searches look values up in. */
  readonly lookups: SearchNeeds['lookups'];
  /** When this node has stored what; for receipts. */
  readonly storedTimes: Readonly<Record<'ingest' | 'holding', StoredTimes>>;
}

/** Who may, once it is open. */
export interface Access {
  readonly needs: AccessNeeds;
  readonly accounts: Accounts;
  readonly cache: AccessCache;
  readonly receipts: ReturnType<typeof createReceiptIds>;
}
