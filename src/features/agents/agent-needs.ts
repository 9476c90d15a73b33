import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { LogRecord } from '../../base/record.ts';
import type { Counters } from '../../engines/counters/counters.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { Secrets } from '../../engines/secrets/secrets.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { RateName } from '../../spec/rates.ts';
import type { ReservedWriter } from '../../spec/reserved-indexes.ts';

export interface AgentNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  /** Where clients find out how to connect. */
  readonly access: { readonly publicOrigin: () => string };
  readonly cache: Pick<AccessCache, 'get'>;
  /** How queries are read: with the macros of the organization. */
  readonly search: Pick<SearchNeeds, 'knowledge'>;
  readonly counters: Pick<Counters, 'hit' | 'peek'>;
  readonly secrets: Pick<Secrets, 'encryptSecret' | 'decryptSecret'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Per minute; 0 = off. */
  readonly rates: Readonly<Record<RateName, number>>;
  /** Product version, as reported to clients. */
  readonly version: string;
  readonly appendReserved: (
    writer: ReservedWriter,
    organization: OrganizationId,
    records: readonly LogRecord[],
  ) => Promise<void>;
}
