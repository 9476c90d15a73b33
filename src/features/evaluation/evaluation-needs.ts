import type { Log } from '../../base/log.ts';
import type { Counters } from '../../engines/counters/counters.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { OpenedModel } from '../../engines/model/model.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { CreditNeeds } from '../../guard/limits/index.ts';
import type { RunMeter } from './run-meter.ts';
import type { RunThreads } from './threads/open-threads.ts';

export interface EvaluationNeeds extends SearchNeeds {
  readonly counters: Pick<Counters, 'acquire' | 'hit' | 'peek'>;
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly plans: CreditNeeds['plans'];
  readonly log: Log;
  readonly meter: RunMeter;
  readonly threads: RunThreads;
  /** Who judges. */
  readonly model: OpenedModel;
  /** Location of this installation as configured by the operator; the region of the offline evaluator. */
  readonly offlineRegion: string;
  /** The maker's name in front of the model ids. */
  readonly vendor: string;
}
