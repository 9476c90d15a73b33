import type { Clock } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { removeEndedDeliveries } from '../tables/alert-deliveries-table.ts';

export async function forgetDeliveries({
  metadata,
  clock,
}: {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
}): Promise<void> {
  await removeEndedDeliveries(metadata, clock.now() - LIMITS.alerts.deliveriesKeptMs);
}
