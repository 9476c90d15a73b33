import type { Clock } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Objects, OpenObjects } from '../../../engines/objects/objects.ts';
import type { Outbound } from '../../../engines/outbound/outbound.ts';

export interface DestinationNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  /** Where we keep files ourselves. */
  readonly objects: Objects;
  readonly openObjects: OpenObjects;
  /** Folders that the operator has named, by their names. */
  readonly exportFolders: Readonly<Record<string, string>>;
  readonly outbound: Outbound;
  readonly publicOrigin: () => string;
}
