import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { LogRecord } from '../../../base/record.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';

export interface MeasureNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly store: Pick<LogStore, 'frontier'>;
  readonly search: SearchNeeds;
  readonly clock: Clock;
  readonly log: Log;
  /** Puts the records of one organization into the ingest queue; resolves once they are safe there. */
  readonly append: (organization: OrganizationId, records: readonly LogRecord[]) => Promise<void>;
}
