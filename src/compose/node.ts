/** A node during startup: open engines and the dependencies of its parts. */
import type { Clock } from '../base/clock.ts';
import type { OrganizationId } from '../base/ids.ts';
import type { LogRecord } from '../base/record.ts';
import type { Config } from '../config/index.ts';
import type { Counters } from '../engines/counters/counters.ts';
import type { Geoip } from '../engines/geoip/geoip.ts';
import type { MailCarrier } from '../engines/mail/mail.ts';
import type { Mining } from '../engines/mining/mining.ts';
import type { Metadata } from '../engines/metadata/metadata.ts';
import type { OpenedModel } from '../engines/model/model.ts';
import type { Objects, OpenObjects } from '../engines/objects/objects.ts';
import type { Outbound } from '../engines/outbound/outbound.ts';
import type { IngestQueue } from '../engines/queue/queue.ts';
import type { Secrets } from '../engines/secrets/secrets.ts';
import type { LogStore } from '../engines/store/store.ts';
import type { EvaluationNeeds } from '../features/evaluation/index.ts';
import type { IndexFacts } from '../flow/indexes/index.ts';
import type {
  createReceiptIds,
  EventEncoder,
  GapNotes,
  IngestNeeds,
} from '../flow/ingest/index.ts';
import type { SearchNeeds } from '../flow/search/index.ts';
import type { StoredTimes } from '../flow/writer/index.ts';
import type { AccessCache, AccessNeeds } from '../guard/access/index.ts';
import type { Accounts } from '../guard/accounts/index.ts';
import type { QuotaMeter } from '../guard/limits/index.ts';
import type { Guard } from '../http/gate.ts';
import type { ProcessLog } from '../http/log.ts';
import type { ProcessMetrics } from '../http/metrics.ts';
import type { BundleKind } from '../contract/bundle-kinds.ts';
import type { ManagedKind } from '../room.ts';
import type { Limits } from '../spec/limits.ts';
import type { ReservedWriter } from '../spec/reserved-indexes.ts';

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
  /** Finds patterns on worker threads. */
  readonly mining: Mining;
  /** Where addresses are; undefined where the operator has provided no database. */
  readonly geoip?: Geoip;
  /** Who judges evaluations. */
  readonly model: OpenedModel;
  /** The only way to addresses that organizations name. */
  readonly outbound: Outbound;
}

/** A node during startup and the dependencies of its parts. */
export interface Node {
  readonly config: Config;
  readonly log: ProcessLog;
  readonly metrics: ProcessMetrics;
  readonly opened: AsyncDisposableStack;
  readonly engines: Engines;
  /** Where people reach us; the port is known once it is bound. */
  readonly publicOrigin: () => string;
  readonly encoder: EventEncoder;
  /** When this node has stored what; for receipts. */
  readonly storedTimes: Readonly<Record<'ingest' | 'holding', StoredTimes>>;
  /** Records rejected events; undefined on a node that neither accepts nor stores events. */
  readonly gaps: GapNotes | undefined;
}

/** Who may, once it is open. */
export interface Access {
  readonly needs: AccessNeeds;
  readonly accounts: Accounts;
  readonly cache: AccessCache;
  readonly receipts: ReturnType<typeof createReceiptIds>;
  readonly authenticate: Guard['authenticate'];
  readonly secrets: Secrets;
}

/** Dependencies of several rooms; each room takes the fields that its own type names. */
export interface Offer extends Engines {
  /** For `rooms.ts`, which derives dependencies of single rooms from it; rooms don't use it directly. */
  readonly config: Config;
  readonly clock: Clock;
  readonly log: ProcessLog;
  readonly metrics: ProcessMetrics;
  readonly limits: Limits;
  readonly plans: Config['plans'];
  /** Resources opened by rooms, closed with the platform. */
  readonly opened: AsyncDisposableStack;
  /** Whether this node answers requests. */
  readonly hasApi: boolean;
  readonly access: AccessNeeds;
  readonly accounts: Accounts;
  readonly authenticate: Guard['authenticate'];
  readonly cache: AccessCache;
  readonly quota: QuotaMeter;
  readonly receipts: Access['receipts'];
  /** Opens stores of files that organizations name. */
  readonly openObjects: OpenObjects;
  /** Encrypts secrets that organizations enter and nobody can read again. */
  readonly secrets: Secrets;
  readonly gaps?: GapNotes;
  readonly encoder: EventEncoder;
  readonly storedAt: (place: 'ingest' | 'holding', position: bigint) => number | undefined;
  readonly indexesOf: (organization: OrganizationId) => IndexFacts | Promise<IndexFacts>;
  /** What every way in works with; undefined on a node without an API. */
  readonly ingest: IngestNeeds | undefined;
  /** What everything that searches works with. */
  readonly search: SearchNeeds;
  /** What everything that has rows judged works with. */
  readonly evaluation: EvaluationNeeds;
  readonly appendReserved: (
    writer: ReservedWriter,
    organization: OrganizationId,
    records: readonly LogRecord[],
  ) => Promise<void>;
  /** All resource kinds that configuration as code supports, in dependency order; available once the rooms are open. */
  readonly kinds: () => ReadonlyMap<BundleKind, ManagedKind>;
  /** Deletes everything that engines and rooms store about an organization. Idempotent. */
  readonly eraseEverywhere: (organization: OrganizationId) => Promise<void>;
}
