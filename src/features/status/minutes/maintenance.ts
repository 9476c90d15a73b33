import type { MaintenanceRow } from '../../../engines/history/history.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';

/** One maintenance with all its records, in the order in which they were made. */
type Records = readonly MaintenanceRow[];

export function groupMaintenance(records: Records): readonly Records[] {
  return [...Map.groupBy(records, ({ id }) => id).values()];
}

/** Returns the record in effect at a moment. Later changes do not rewrite the past. */
function recordAt(records: Records, at: number): MaintenanceRow | undefined {
  return records.findLast(({ madeAt }) => madeAt <= at);
}

/** Whether a component is being worked on in this minute, announced in time or not. */
export function isUnderMaintenance(
  groups: readonly Records[],
  component: string,
  minute: number,
): boolean {
  return groups.some((records) => {
    const record = recordAt(records, endOf(minute));
    return record !== undefined && covers(record, component, minute);
  });
}

/**
 * Whether a minute does not count: the record that held then covers it, and one that covers it was made 48 hours
 * before its own beginning. So a maintenance that grows at short notice counts for what it grew by, and one that
 * was cut short counts from where it ended.
 */
export function isExcluded(groups: readonly Records[], component: string, minute: number): boolean {
  return groups.some((records) => {
    const holding = recordAt(records, endOf(minute));
    if (holding === undefined || !covers(holding, component, minute)) return false;
    return records.some((record) => isInTime(record) && covers(record, component, minute));
  });
}

export function isInTime({ madeAt, from }: MaintenanceRow): boolean {
  return from - madeAt >= LIMITS.targets.maintenanceNoticeMs;
}

function covers(
  { from, to, components }: MaintenanceRow,
  component: string,
  minute: number,
): boolean {
  const at = minute * MINUTE_MS;
  return components.includes(component) && at >= from && at < to;
}

function endOf(minute: number): number {
  return (minute + 1) * MINUTE_MS;
}
