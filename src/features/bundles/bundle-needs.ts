import type { Clock } from '../../base/clock.ts';
import type { BundleKind } from '../../contract/bundle-kinds.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { Plans } from '../../guard/limits/index.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { ManagedKind } from '../../room.ts';

export interface BundleNeeds {
  readonly metadata: Metadata;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly cache: Pick<AccessCache, 'forget'>;
  /** In order of dependence. */
  readonly kinds: () => ReadonlyMap<BundleKind, ManagedKind>;
}
