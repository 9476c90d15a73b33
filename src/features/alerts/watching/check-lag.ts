import type { Clock } from '../../../base/clock.ts';
import type { EngineHealth } from '../../../base/health.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { oldestTickDue } from '../tables/alert-batches-table.ts';

/** State of alert rules for `/ready`, on every node: detecting that no scheduler runs does not require a scheduler. */
export async function checkLag({
  metadata,
  clock,
}: {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
}): Promise<EngineHealth> {
  const dueAt = await oldestTickDue(metadata);
  const lagMs = dueAt === undefined ? 0 : clock.now() - dueAt;
  if (lagMs < LIMITS.alerts.readyLagMsMax) return { state: 'up' };
  const seconds = Math.floor(lagMs / SECOND_MS);
  return {
    state: 'degraded',
    note: `Alert rules are ${seconds} s behind schedule. Check the log store, and that a node runs the scheduler.`,
  };
}
