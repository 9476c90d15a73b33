import type { Clock } from '../../base/clock.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { Plans } from '../../guard/limits/index.ts';

export interface ServiceNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly search: SearchNeeds;
}
