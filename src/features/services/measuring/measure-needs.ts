import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { LogRecord } from '../../../base/record.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { KpiIndexAsk, IndexRow } from '../health/ask-kpi-index.ts';
import type { Answer, Question } from './ask-slots.ts';
import type { MeasureMeters } from './measure-meters.ts';
import type { SlotSharing } from './share-slots.ts';

export interface MeasureNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'dialect' | 'transaction'>;
  readonly store: Pick<LogStore, 'frontier'>;
  /** Queries the store for slots, by KPI. Rejects with `StoreUnavailable` if no user's query is the cause. */
  readonly askSlots: (
    actor: Actor,
    question: Question,
    signal: AbortSignal,
  ) => Promise<Map<string, Answer>>;
  readonly sharing: SlotSharing;
  /** Searches the index `_kpi`. */
  readonly askIndex: (
    actor: Actor,
    asked: KpiIndexAsk,
    signal: AbortSignal,
  ) => Promise<readonly IndexRow[]>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meters: MeasureMeters;
  /** Puts the records of one organization into the ingest queue; resolves once they are safe there. */
  readonly append: (organization: OrganizationId, records: readonly LogRecord[]) => Promise<void>;
}
