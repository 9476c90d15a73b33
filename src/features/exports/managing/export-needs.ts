import type { Clock } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Secrets } from '../../../engines/secrets/secrets.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';
import type { Plans } from '../../../guard/limits/index.ts';
import type { Destinations } from '../destinations-port.ts';

export interface ExportNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly secrets: Secrets;
  readonly search: SearchNeeds;
  readonly destinations: Destinations;
}
